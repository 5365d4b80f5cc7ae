/** The code that all generated MCP servers share. It knows nothing about a document. */
export * from './generated.js'
export {
  type HttpOptions,
  type Served,
  serveHttp,
  serverFactory,
} from './serve.js'
export type { ToolboxOptions } from './tools.js'
