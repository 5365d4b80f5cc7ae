/** The public API for emitters. It follows semantic versioning and is documented in `docs/emitter-reference.md`. */

export {
  defineEmitter,
  type Emitter,
  type EmitterContext,
  MODEL_VERSION,
} from './emit/emitter-api/emitter.js'
export type { EmitterFile, EmitterModule, EmitterPage } from './emit/emitter-api/emitter-files.js'
export type {
  DeclarationNames,
  EmitterNames,
  Exported,
  OperationNames,
} from './emit/emitter-api/names.js'
export type { ValidatedValue } from './emit/emitter-api/rule-validators.js'
export type {
  EmitterStructures,
  Mention,
  ModuleBuilder,
  ModuleImports,
} from './emit/emitter-api/toolbox.js'
export type { Statement } from './emit/typescript/structures.js'
export type { Model } from './model/model.js'
export {
  type ContentKind,
  contentKind,
  isSentAsGiven,
  type StreamContent,
  sendableContents,
} from './model/operations/contents.js'
export { type ArgumentForm, argumentForm } from './model/operations/encodings.js'
export type { Content, Operation, Parameter } from './model/operations/operation.js'
export { itemRule } from './model/operations/response-rules.js'
export {
  badgesOf,
  hasTagTree,
  type TagGroup,
  type TagTree,
  tagGroupName,
  tagTree,
} from './model/operations/tag-tree.js'
export { type TextRecord, type TextType, textType } from './model/operations/text-types.js'
export type { Part } from './model/package-parts.js'
export type { PageKind, PageNames } from './model/page-names.js'
export type { Rule, RuleOf } from './model/rules/rule.js'
export {
  alternatives,
  memberRules,
  rulesTogether,
  taggedRules,
  wordsBeyondShapes,
} from './model/rules/together.js'
export { type KeyedForm, keyedForm } from './model/shapes/keyed.js'
export { inOrder } from './model/shapes/order.js'
export { namesIn } from './model/shapes/parts.js'
export type { Declaration, Field, Shape } from './model/shapes/shape.js'
export type { Case, Union } from './model/shapes/union.js'
export { type CaseLayout, payloadKey, tagKey, wireLayout } from './model/shapes/union.js'
export type { MockNames } from './view/client-names.js'
export { type ReceivedPlace, receivedIn } from './view/http/received.js'
export type { Value } from './view/value.js'
