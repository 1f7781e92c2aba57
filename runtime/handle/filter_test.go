package handle

import "testing"

// What models write of a filter is what they mean, or an error that says what to
// write: nothing is compared with what it is never like.
func TestFiltersOfModels(t *testing.T) {
	d := Document{ID: "R1", JSON: []byte(`[
		{"city":"city5","amount":5,"open":true,"zip":"0150","tags":["a"],"note":null},
		{"city":"city6","amount":1998,"open":false,"zip":"5","tags":[],"note":null},
		{"city":"Trial and Error","amount":12.50,"open":true,"zip":"x,y","tags":["b","c"],"note":null}]`)}
	for filter, want := range map[string]string{
		`amount == 5`:                  `1`,
		`amount>=1998`:                 `1`,
		`city='city5'`:                 `1`,
		`city = 'x, y'`:                `0`,
		`"city"="city6"`:               `1`,
		`amount=12.5`:                  `1`,
		`amount="12.50"`:               `1`, // a number all the same
		`zip=5`:                        `1`, // a text all the same
		`zip="0150"`:                   `1`,
		`amount>'5'`:                   `2`,
		`open=true, amount>5`:          `1`,
		`note=null`:                    `3`,
		`note=x`:                       `0`, // of a column of nothing there is no kind
		`city="Trial and Error"`:       `1`,
		`city!=city5,amount<2000`:      `2`,
		`tags~B`:                       `1`,
		`city~"5"`:                     `1`,
		`amount=>1998`:                 `bad_argument: => is no operator; write >=`,
		`amount =< 5`:                  `bad_argument: =< is no operator; write <=`,
		`amount<>5`:                    `bad_argument: <> is no operator; write !=`,
		`city=~city`:                   `bad_argument: =~ is no operator; write ~`,
		`amount===5`:                   `bad_argument: "=5" is no value: conditions have commas between them, and a text with = stands in double quotes`,
		`city=a;amount>5`:              `bad_argument: "a;amount>5" is no value: conditions have commas between them, and a text with > stands in double quotes`,
		`city=city5 or city=city6`:     `bad_argument: filters have no or: ask once for each case`,
		`city='city5' OR city='city6'`: `bad_argument: filters have no OR: ask once for each case`,
		`amount>1 AND amount<9`:        `bad_argument: write a comma for AND between conditions`,
		`amount>1 && open=true`:        `bad_argument: write a comma for && between conditions`,
		`city=Oslo or Rome`:            `bad_argument: filters have no or: ask once for each case; for a text with or in it, write city="Oslo or Rome"`,
		`city=Trial and Error`:         `bad_argument: write a comma for and between conditions; for a text with and in it, write city="Trial and Error"`,
		`city="city5`:                  `bad_argument: "\"city5" begins with a quote and has none at its end`,
		`city='city5`:                  `bad_argument: "'city5" begins with a quote and has none at its end`,
		`city="a" "b"`:                 `bad_argument: there is no comma before "\"b\"" in the filter`,
		`city=`:                        `bad_argument: there is no value for city in the filter; write "" for an empty text, null for none`,
		`city=, amount=5`:              `bad_argument: there is no value for city in the filter; write "" for an empty text, null for none`,
		`city in (city5)`:              `bad_argument: "city in (city5)" is no condition: write column, operator and value, such as amount>=10; operators are = != < <= > >= ~`,
		`=5`:                           `bad_argument: "=5" is no condition: write column, operator and value, such as amount>=10; operators are = != < <= > >= ~`,
		`city!5`:                       `bad_argument: "city!5" is no condition: write column, operator and value, such as amount>=10; operators are = != < <= > >= ~`,
		`amount=many`:                  `bad_argument: column amount of #R1 has numbers, such as 12.50, and "many" is none of those`,
		`open=True`:                    `bad_argument: column open of #R1 has booleans, such as true, and "True" is none of those`,
		`city=true`:                    `bad_argument: column city of #R1 has texts, such as "Trial and Error", and true is none of those`,
		`tags=a`:                       `bad_argument: column tags of #R1 has lists or objects, such as ["b","c"], and "a" is none of those`,
		`amount>null`:                  `bad_argument: nothing is less or more than null; only = and != go with it`,
		`town=Oslo`:                    `not_found: #R1 has no column "town"; its columns are: city, amount, open, zip, tags, note`,
	} {
		n, err := d.Count("", filter)
		got := answer([]byte{byte('0' + n)}, err)
		check(t, filter, got, want)
	}
}
