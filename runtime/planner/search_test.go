package planner

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// shop is a catalogue of invented servers: a mail program, a calendar, a code
// forge, a shop, a map, files, a data base, a house and money. A line is a name,
// groups in brackets, what the tool does, and its parameters with what they are.
const shop = `
mail_send [mail] Send writes a message to one or more people. | to: addresses of those who get it | subject | body: text of the message | attachments: paths of files
mail_search [mail] Search finds messages in the mailbox. | query: words in subject or text | from: address of the sender | since: oldest date
mail_move [mail] Move puts messages into another folder of the mailbox. | ids | folder
mail_delete [mail] Delete throws messages away for good. | ids
mail_mark_read [mail] MarkRead marks messages as read or unread. | ids | read
mail_create_filter [mail] CreateFilter sorts incoming messages by rules. | from | contains | move_to: folder
createEvent [calendar] Creates a calendar event. | title | start | end | attendees: addresses of the guests | location
listEvents [calendar] Lists the events between two dates. | from | to
updateEvent [calendar] Changes time, place or guests of an event. | id | start | end | location
cancelEvent [calendar] Cancels an event and tells the guests. | id | reason
findFreeTime [calendar] Finds times at which all guests are free. | attendees | duration: minutes | from | to
repo.list_issues [forge] Lists the open issues of a repository. | repo | state: open or closed | labels
repo.create_issue [forge] Opens an issue in a repository. | repo | title | body | labels
repo.close_issue [forge] Closes an issue. | repo | number
repo.comment_issue [forge] Adds a comment to an issue or a pull request. | repo | number | body
repo.create_pull_request [forge] Proposes the changes of a branch for merging. | repo | head: branch with the changes | base: branch to merge into | title
repo.merge_pull_request [forge] Merges a pull request. | repo | number | method: merge, squash or rebase
repo.list_commits [forge] Lists the commits of a branch, the newest first. | repo | branch | author
repo.get_file [forge] Returns the contents of a file in a repository at a revision. | repo | path | ref: branch, tag or commit
repo.search_code [forge] Searches the source code of repositories. | query | language
repo.run_workflow [forge] Starts a workflow of continuous integration. | repo | workflow | ref
repo.get_build_log [forge] Returns the log of a build that has failed or succeeded. | repo | run
product_search [shop] Finds products by words, brand and price. | query | brand | max_price
product_reviews [shop] Returns what customers say of a product. | sku | stars
cart_add [shop] Puts a product into the cart. | sku | quantity
cart_remove [shop] Takes a product out of the cart. | sku
checkout [shop] Orders what is in the cart. | address | payment_method
order_status [shop] Tells where a parcel is and when it arrives. | order: number of the order
order_return [shop] Registers the return of an article for a refund. | order | sku | reason
geocode [map] Turns an address into coordinates. | address
reverse_geocode [map] Turns coordinates into an address. | lat | lng
directions [map] Plans a route between two places. | origin | destination | mode: driving, walking, cycling or transit
nearby_places [map] Finds restaurants, shops and other places around a point. | lat | lng | kind
weather_forecast [map] Returns the weather forecast for a place. | place | days
read_file [files] Reads a text file. | path | offset | limit
write_file [files] Writes a text file, replacing what was there. | path | content
list_directory [files] Lists the files in a directory. | path
move_file [files] Moves or renames a file. | source | destination
delete_file [files] Deletes a file. | path
compress_files [files] Packs files into a zip archive. | paths | archive
resize_image [files] Scales a picture to a width and height. | path | width | height
run_query [data] Runs an SQL query against the database. | sql | params
describe_table [data] Describes the columns and indexes of a table. | table
list_tables [data] Lists the tables of the database. | schema
export_csv [data] Writes the result of a query to a CSV file. | sql | path
set_temperature [house] Sets the temperature of a thermostat. | room | celsius
turn_on_light [house] Switches a lamp on. | room | brightness
turn_off_light [house] Switches a lamp off. | room
lock_door [house] Locks or unlocks a door. | door | locked
play_music [house] Plays a song, an album or a playlist on a speaker. | query | room | volume
camera_snapshot [house] Takes a picture with a camera. | camera
account_balance [money] Returns the balance of a bank account. | account
transfer_money [money] Sends money to another bank account. | from | to: IBAN | amount | currency
list_transactions [money] Lists what was paid from and to an account. | account | since
exchange_rate [money] Returns the rate between two currencies on a day. | base | target | date
create_invoice [money] Writes an invoice for a customer. | customer | items | due
translate_text [text] Translates a text into another language. | text | target: language
summarize_text [text] Makes a short version of a long text. | text | sentences
detect_language [text] Tells which language a text is written in. | text
`

func shopTools() (tools []Tool) {
	for line := range strings.Lines(strings.TrimSpace(shop)) {
		parts := strings.Split(strings.TrimSpace(line), " | ")
		name, rest, _ := strings.Cut(parts[0], " [")
		group, about, _ := strings.Cut(rest, "] ")
		t := Tool{Entry: Entry{Name: name}, Description: about, Groups: []string{group}}
		var names, members []string
		for _, p := range parts[1:] {
			param, doc, _ := strings.Cut(p, ": ")
			names = append(names, param)
			members = append(members, fmt.Sprintf(`%q:{"type":"string","description":%q}`, param, doc))
		}
		t.Line = "(" + strings.Join(names, " ") + ")"
		t.Input = `{"type":"object","properties":{` + strings.Join(members, ",") + `}}`
		tools = append(tools, t)
	}
	return tools
}

// asked are things that people want, and the tool that does them.
const asked = `
send an email to my boss: mail_send
write a message to Anna: mail_send
find mails from Bob about the budget: mail_search
look for a message I got last week: mail_search
put these mails into the archive folder: mail_move
erase spam: mail_delete
throw away messages: mail_delete
mark everything as unread: mail_mark_read
rule that sorts newsletters away: mail_create_filter
schedule a meeting with the team tomorrow at ten: createEvent
add an appointment to my calendar: createEvent
what events do I have on Monday: listEvents
reschedule the meeting to another time: updateEvent
change the location of the event: updateEvent
call off the meeting: cancelEvent
when is everybody free: findFreeTime
find a time slot for three guests: findFreeTime
report a bug in the repository: repo.create_issue
open a new issue: repo.create_issue
which issues are still open: repo.list_issues
close issue 42: repo.close_issue
reply to a pull request: repo.comment_issue
open a pull request for my branch: repo.create_pull_request
merge the PR with squash: repo.merge_pull_request
who committed lately: repo.list_commits
history of the main branch: repo.list_commits
show me main.go of the repo at tag v2: repo.get_file
grep the code for a function: repo.search_code
trigger the CI: repo.run_workflow
start continuous integration: repo.run_workflow
why did the build fail: repo.get_build_log
logs of the failing build: repo.get_build_log
find a cheap laptop: product_search
what do other customers think of this product: product_reviews
customer reviews: product_reviews
put two of these in my basket cart: cart_add
remove the item from the cart: cart_remove
buy what is in my cart: checkout
place the order: checkout
where is my parcel: order_status
track my order: order_status
I want a refund: order_return
send the article back, return it: order_return
coordinates of this address: geocode
which address is at these coordinates: reverse_geocode
how do I get from the station to the hotel by transit: directions
plan a cycling route: directions
restaurants near me: nearby_places
is it going to rain, forecast: weather_forecast
weather in Oslo: weather_forecast
show the contents of a text file: read_file
save text to a file: write_file
overwrite a file: write_file
ls the folder: list_directory
what files are in this directory: list_directory
rename a file: move_file
remove a file: delete_file
make a zip of these files: compress_files
make the photo smaller in width: resize_image
scale an image: resize_image
execute SQL: run_query
columns of the users table: describe_table
which tables does the database have: list_tables
save query results as csv: export_csv
make it warmer, temperature 22: set_temperature
switch on the lamp in the kitchen: turn_on_light
turn the lights off: turn_off_light
unlock the front door: lock_door
play a song by Abba: play_music
listen to an album: play_music
take a photo of the garden with the camera: camera_snapshot
how much money is in my bank account: account_balance
wire money to an IBAN: transfer_money
what did I pay last month: list_transactions
dollars to euros rate: exchange_rate
bill a customer, invoice: create_invoice
say this in French, translate: translate_text
translation into another language: translate_text
shorten this long text: summarize_text
summary of an article text: summarize_text
in which language is this written: detect_language
getBuildLog: repo.get_build_log
recieve forecasts for the wether: weather_forecast
`

func TestSearchFindsWhatPeopleWant(t *testing.T) {
	r := NewRegistry(Contents{Tools: shopTools()})
	first, three, all := 0, 0, 0
	for line := range strings.Lines(strings.TrimSpace(asked)) {
		query, want, _ := strings.Cut(strings.TrimSpace(line), ": ")
		var names []string
		for _, tool := range r.Search(query, 3) {
			names = append(names, tool.Name)
		}
		all++
		if len(names) > 0 && names[0] == want {
			first++
		}
		if slices.Contains(names, want) {
			three++
		} else {
			t.Logf("%q: want %s, got %q", query, want, names)
		}
	}
	t.Logf("%d tools, %d queries: first %d, among the first three %d", len(r.All().Tools()), all, first, three)
	if three*100 < all*93 || first*100 < all*75 {
		t.Errorf("search is worse than it was: first %d, among the first three %d of %d", first, three, all)
	}
}
