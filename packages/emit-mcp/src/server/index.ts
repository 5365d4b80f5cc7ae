/** The code that all generated MCP servers share. It knows nothing about a document. */
export type {
  InputCase,
  InputMember,
  InputType,
  InputTypes,
  RecordInput,
  ScalarInput,
  Tagging,
  TupleInput,
  UnionInput,
} from '../arguments/input.js'
export { runIfStarted } from './program.js'
export {
  type HttpOptions,
  type Served,
  serveHttp,
  serverFactory,
} from './serve.js'
export {
  basicCredential,
  type Call,
  type Connection,
  type CredentialSource,
  type McpService,
  type OperationSource,
} from './service.js'
export type { ToolboxOptions } from './tools.js'
