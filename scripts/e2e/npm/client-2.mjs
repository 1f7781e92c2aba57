// @modelcontextprotocol/client 2.x speaks both generations of the protocol.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { run } from './plan.mjs';

// auto asks with server/discover first, as hosts do that know both.
const mode = (revision) => (revision >= '2026-07-28' ? 'auto' : 'legacy');

await run({
  Stdio: StdioClientTransport,
  StreamableHTTP: StreamableHTTPClientTransport,
  newClient: (info, options, revision) => new Client(info, { ...options, versionNegotiation: { mode: mode(revision) } }),
  callTool: (client, params, options) => client.callTool(params, options),
  onElicitation: (client, answer) => client.setRequestHandler('elicitation/create', answer),
});
