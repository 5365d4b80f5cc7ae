/**
 * What generated modules import. Its declarations name no type of the SDK, whose own ask for the types of Node, which a
 * generated package does not have.
 */
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
  basicCredential,
  type Call,
  type Connection,
  type CredentialSource,
  type McpService,
  type OperationSource,
} from './service.js'
