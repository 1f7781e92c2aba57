package near

import "testing"

func TestName(t *testing.T) {
	names := []string{"forecast", "chart", "send_mail", "cc"}
	for word, want := range map[string]string{
		"forcast": "forecast", "Chart": "chart", "sendMail": "send_mail", "send-mail": "send_mail",
		"cb": "cc", "xy": "", "": "", "weather": "", "forecast": "forecast",
	} {
		if got := Name(word, names); got != want {
			t.Errorf("%q is near %q, want %q", word, got, want)
		}
	}
}
