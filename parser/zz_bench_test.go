package parser
import ("testing";"fmt";"strings";"path/filepath";"os")
func BenchmarkParse500(b *testing.B){
 dir:=b.TempDir()
 var s strings.Builder
 s.WriteString("package p\n\nimport \"context\"\n")
 for i:=range 500 { fmt.Fprintf(&s,"\n// In%d is in.\ntype In%d struct {\n\tA int // the a\n\tB []string // the b\n\tC *In%d\n}\n\n// F%d does it.\n//\n//mcp:tool readonly\n//mcp:param days min=1 max=14 default=3\nfunc F%d(ctx context.Context,\n\tcity string, // city\n\tdays int, // days\n\tin In%d, // in\n) (In%d, error) { panic(1) }\n",i,i,i,i,i,i,i) }
 wr:=func(n,t string){ write2(b,filepath.Join(dir,n),t)}
 wr("go.mod","module m\n\ngo 1.26\n"); wr("a.go",s.String())
 b.Run("load",func(b *testing.B){ b.ReportAllocs(); for range b.N { if _,_,err:=load(b.Context(),Config{Dir:dir}); err!=nil {b.Fatal(err)} } })
 b.Run("parse",func(b *testing.B){ b.ReportAllocs(); for range b.N { r,err:=Parse(b.Context(),Config{Dir:dir}); if err!=nil||len(r.Packages)!=1||len(r.Packages[0].Tools)!=500 {b.Fatal(err,r.Findings)} } })
}
func write2(b *testing.B,n,t string){ if err:=os.WriteFile(n,[]byte(t),0o644);err!=nil{b.Fatal(err)} }
