// @modelcontextprotocol/sdk 1.x knows the revisions before 2026-07-28 only.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { run } from './plan.mjs';

await run({
  Stdio: StdioClientTransport,
  StreamableHTTP: StreamableHTTPClientTransport,
  newClient: (info, options) => new Client(info, options),
  callTool: (client, params, options) => client.callTool(params, undefined, options),
  onElicitation: (client, answer) => client.setRequestHandler(ElicitRequestSchema, answer),
});
