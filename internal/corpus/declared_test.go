package corpus

// The schemas here say what the code of the types reads and writes, and no less:
// encoding/json ignores members that it does not know, and takes null for all.
// Examples are what the documents under test are made of.

var k8sTypes = map[string]string{
	"k8s.io/apimachinery/pkg/api/resource.Quantity": `{"type":"string","description":"A quantity such as 500m or 1.5Gi.",` +
		`"pattern":"^ *[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)? *$","examples":["0","500m","1.5Gi","1e3","-20k"]}`,
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time": `{"type":["string","null"],"format":"date-time","examples":["2026-07-28T12:00:00Z",null,"2024-02-29T01:02:03+01:30"]}`,
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime": `{"type":["string","null"],"format":"date-time",` +
		`"examples":["2026-07-28T12:00:00.000000Z",null,"2024-02-29T01:02:03.123456+01:30"]}`,
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString": `{"type":["integer","string"],"minimum":-2147483648,"maximum":2147483647,` +
		`"description":"A port or count, a name, or a percentage.","examples":[80,"http","25%",-1]}`,
	"k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1": `{"type":["object","null"],"examples":[{},{"f:metadata":{"f:name":{}}}]}`,
}

const (
	github = "github.com/google/go-github/v89/github."
	when   = `{"type":["string","integer","null"]}`
	text   = `{"type":["string","null"]}`
	whole  = `{"type":["integer","null"]}`
	truth  = `{"type":["boolean","null"]}`
)

var githubTypes = map[string]string{
	github + "Timestamp": `{"type":["string","integer"],"format":"date-time","description":"A date and time, or seconds since 1970.",` +
		`"examples":["2026-07-28T12:00:00Z",1785240000,"2024-02-29T01:02:03+01:30"]}`,
	github + "PublicKey": `{"type":"object","properties":{"key_id":{"type":["string","number","null"]},"key":` + text + `},` +
		`"examples":[{"key_id":"012","key":"k"},{"key_id":7}]}`,
	github + "CopilotSeatDetails": `{"type":"object","properties":{"assignee":{},"pending_cancellation_date":` + text + `,"last_activity_at":` + when +
		`,"last_activity_editor":` + text + `,"created_at":` + when + `,"updated_at":` + when + `,"plan_type":` + text + `},` +
		`"examples":[{"assignee":{"type":"User","login":"a"},"created_at":1785240000},{"assignee":{"type":"Team","name":"t"},"plan_type":"business"},{"assignee":null}]}`,
	github + "TreeEntry": `{"type":"object","properties":{"sha":` + text + `,"path":` + text + `,"mode":` + text + `,"type":` + text +
		`,"size":` + whole + `,"content":` + text + `,"url":` + text + `},"examples":[{},{"path":"a","mode":"100644","type":"blob","sha":"1f"},{"path":"b","content":"x"}]}`,
	github + "Error": `{"type":["object","string"],"properties":{"resource":` + text + `,"field":` + text + `,"code":` + text + `,"message":` + text + `},` +
		`"examples":["out of order",{"resource":"Issue","field":"title","code":"missing_field","message":""}]}`,
	github + "AuditEntry": `{"type":"object","properties":{"action":` + text + `,"actor":` + text + `,"actor_id":` + whole + `,"user":` + text +
		`,"created_at":` + when + `,"@timestamp":` + when + `,"data":{"type":["object","null"]},"org":{},"org_id":{}},` +
		`"examples":[{"action":"repo.create","org":["a","b"],"org_id":[1]},{"@timestamp":1785240000000,"org":"a","extra":[true]}]}`,
	github + "CustomPropertyValue": `{"type":"object","properties":{"property_name":` + text + `,"value":{}},` +
		`"examples":[{"property_name":"team","value":"core"},{"property_name":"tags","value":["a","b"]},{"property_name":"none","value":null}]}`,
	github + "ProjectV2ItemContent": `{"type":["object","null"],"description":"An issue, a pull request or a draft of an issue.","examples":[{}]}`,
	github + "ProjectV2Item": `{"type":"object","properties":{"id":` + whole + `,"content_type":` + text + `,"content":{},"created_at":` + when +
		`,"fields":{"type":["array","null"]}},"examples":[{"id":1,"content_type":"Issue","content":{"number":1}},{"content_type":"DraftIssue","content":{"title":"t"}},{}]}`,
	github + "RequiredReviewer": `{"type":"object","properties":{"type":` + text + `,"reviewer":{}},` +
		`"examples":[{"type":"User","reviewer":{"login":"a"}},{"type":"Team","reviewer":{"name":"t"}}]}`,
	github + "CreateUpdateEnvironment": `{"type":"object","properties":{"wait_timer":` + whole + `,"reviewers":{"type":["array","null"]},"can_admins_bypass":` + truth +
		`,"deployment_branch_policy":{"type":["object","null"]},"prevent_self_review":` + truth + `},` +
		`"examples":[{},{"wait_timer":30,"reviewers":[{"type":"User","id":1}],"can_admins_bypass":false,"deployment_branch_policy":null}]}`,
	github + "RulesetReviewer": `{"type":"object","properties":{"id":{"type":["number","string","null"]},"type":` + text + `},` +
		`"examples":[{"id":1,"type":"Team"},{"id":"12"},{}]}`,
	github + "RepositoryRulesetRules": `{"type":["array","null"],"items":{"type":"object","properties":{"type":` + text + `,"parameters":{}}},` +
		`"examples":[[],[{"type":"creation"},{"type":"pull_request","parameters":{"required_approving_review_count":1}}]]}`,
	github + "BranchRules": `{"type":["array","object"],"items":{"type":"object"},"description":"A list of rules to read, an object of lists when written.",` +
		`"examples":[[],[{"type":"creation","ruleset_id":1},{"type":"update","parameters":{}}]]}`,
	github + "RepositoryRule": `{"type":"object","properties":{"type":` + text + `,"parameters":{}},` +
		`"examples":[{"type":"creation"},{"type":"update","parameters":{"update_allows_fetch_and_merge":true}}]}`,
}
