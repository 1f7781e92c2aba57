// Runs a plan that stands on standard input with a client of some SDK, and
// writes what came of it to standard output.
//
// The plan:   {command, args, env} or {url}, and revision, requests: [{method, params}]
// The report: {revision, outcomes: [{result} or {error: {code, message}}]}
import { json } from 'node:stream/consumers';

const methods = {
  'tools/list': (client) => client.listTools(),
  'tools/call': (client, params) => client.callTool(params),
  'resources/list': (client) => client.listResources(),
  'resources/templates/list': (client) => client.listResourceTemplates(),
  'resources/read': (client, params) => client.readResource(params),
  'prompts/list': (client) => client.listPrompts(),
  'prompts/get': (client, params) => client.getPrompt(params),
};

async function outcome(client, { method, params }) {
  try {
    return { result: await methods[method](client, params) };
  } catch (error) {
    return { error: { code: String(error.code), message: error.message } };
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

// run is given the two transports of an SDK and a function that makes a client
// for a protocol revision.
export async function run({ Stdio, StreamableHTTP, newClient }) {
  const plan = await json(process.stdin);
  const transport = plan.url
    ? new StreamableHTTP(new URL(plan.url))
    : new Stdio({ command: plan.command, args: plan.args, env: plan.env });
  const report = { revision: '', outcomes: [] };
  noteRevision(transport, report);
  const client = newClient({ name: 'mcpgen-e2e', version: '1.0.0' }, plan.revision);
  try {
    await client.connect(transport);
    for (const request of plan.requests) {
      report.outcomes.push(await outcome(client, request));
    }
    // Sessions of the older revisions are ended by the client.
    await transport.terminateSession?.();
  } finally {
    await client.close();
  }
  process.stdout.write(JSON.stringify(report));
}
