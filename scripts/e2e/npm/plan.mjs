// Runs a plan that stands on standard input with a client of some SDK, and
// writes what came of it to standard output.
//
// The plan:   {command, args, env} or {url}, and revision,
//             requests: [{method, params, progress, answers, keep}]
// {id} in params is the name of the handle in the last answer to be kept.
// The report: {revision, outcomes: [{result} or {error: {code, message}}, and progress]}
import { json } from 'node:stream/consumers';

const methods = {
  'tools/list': (client) => client.listTools(),
  'tools/call': (client, params, options, sdk) => sdk.callTool(client, params, options),
  'resources/list': (client) => client.listResources(),
  'resources/templates/list': (client) => client.listResourceTemplates(),
  'resources/read': (client, params) => client.readResource(params),
  'prompts/list': (client) => client.listPrompts(),
  'prompts/get': (client, params) => client.getPrompt(params),
  'completion/complete': (client, params) => client.complete(params),
};

async function outcome(client, { method, params, progress }, sdk) {
  let told = 0;
  const options = progress ? { onprogress: () => told++ } : {};
  try {
    const result = await methods[method](client, params, options, sdk);
    return { result, progress: told };
  } catch (error) {
    return { error: { code: String(error.code), message: error.message }, progress: told };
  }
}

// noteRevision keeps the protocol revision that a client tells its transport.
function noteRevision(transport, report) {
  const set = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (revision) => {
    report.revision = revision;
    set?.(revision);
  };
}

// keeper fills in what a plan cannot know: the name that a server gives a value.
function keeper() {
  let id = '';
  return {
    fill: (params) => params && JSON.parse(JSON.stringify(params).replaceAll('{id}', id)),
    note: ({ result }) => { [, id] = /#([A-Za-z][0-9A-Za-z]*)/.exec(result?.content?.[0]?.text) ?? ['', '']; },
  };
}

// run is given an SDK: its two transports, a function that makes a client with
// capabilities for a protocol revision, and what its generation does in a way of
// its own: to call a tool with options, and to answer what a server asks.
export async function run(sdk) {
  const plan = await json(process.stdin);
  const transport = plan.url
    ? new sdk.StreamableHTTP(new URL(plan.url))
    : new sdk.Stdio({ command: plan.command, args: plan.args, env: plan.env });
  const report = { revision: '', outcomes: [] };
  noteRevision(transport, report);
  const capabilities = { elicitation: { form: {} } };
  const client = sdk.newClient({ name: 'mcpgen-e2e', version: '1.0.0' }, { capabilities }, plan.revision);
  let answers = [];
  sdk.onElicitation(client, async () =>
    answers.length > 0 ? { action: 'accept', content: answers.shift() } : { action: 'decline' });
  try {
    await client.connect(transport);
    const kept = keeper();
    for (const request of plan.requests) {
      answers = [...(request.answers ?? [])];
      const got = await outcome(client, { ...request, params: kept.fill(request.params) }, sdk);
      if (request.keep) kept.note(got);
      report.outcomes.push(got);
    }
    // Sessions of the older revisions are ended by the client.
    await transport.terminateSession?.();
  } finally {
    await client.close();
  }
  process.stdout.write(JSON.stringify(report));
}
