import { freeName } from '../../model/names.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Expression } from '../../model/rules/rule.js'
import type { Shape } from '../../model/shapes/shape.js'
import { wireLayout } from '../../model/shapes/union.js'
import { patternCode } from '../../view/checks/patterns.js'
import { type Examples, examplesOf } from '../../view/examples.js'
import type { PackageView } from '../../view/package-view.js'
import { dataOf } from '../../view/value.js'
import { narrowed } from '../http/method-inputs.js'
import { moduleScope, seeTag } from '../module-scope.js'
import { cell, code, paragraph } from '../readme/markdown.js'
import { inputType } from '../types/inputs.js'
import { outputType } from '../types/outputs.js'
import { docs, docsOf, inCode } from '../typescript/doc.js'
import type { Imports } from '../typescript/imports.js'
import {
  constant,
  constantText,
  exportedConstant,
  exportedFunction,
  exportedInterface,
  exportedType,
  exportFrom,
  method,
  objectType,
  optional,
  property,
  type Statement,
} from '../typescript/structures.js'
import {
  commentText,
  literal,
  objectKey,
  propertyAccess,
  propertyKey,
  stringLiteral,
} from '../typescript/text.js'
import { type ShapeScope, typeText, unionOf } from '../typescript/type-text.js'
import { listText, memberText, objectText, valueText } from '../typescript/value-text.js'
import { expressionText } from '../validate/check-text.js'
import type { EmitterModule } from './emitter-files.js'

/** A module while it is made. What it mentions of other modules, it imports. */
export interface ModuleBuilder {
  readonly imports: Pick<Imports, 'type' | 'value' | 'renamed'>
  /** The name, or with underscores behind it where the package exports it. */
  readonly free: (name: string) => string
  /** A regular expression of the document, as an object with `test` that no text keeps busy for long. */
  readonly pattern: (expression: Expression) => string
  /** The type of a shape as an answer holds it; names of the document are imported. */
  readonly received: (shape: Shape) => string
  /** The type of a shape as it is sent. */
  readonly sent: (shape: Shape) => string
  /** The type of what an operation is given, and of what a call of it resolves to. */
  readonly inputOf: (operation: Operation) => string | undefined
  readonly outputOf: (operation: Operation) => string
  /** The finished module, and an entry of the package. */
  readonly file: (statements: readonly Statement[]) => EmitterModule
  /** The finished module, for other modules of the package alone. */
  readonly internalFile: (statements: readonly Statement[]) => EmitterModule
}

/** What modules are made with: structures of ts-morph, and text in which no document becomes code. */
export interface EmitterStructures extends Examples {
  /**
   * Begins `src/NAME.ts`. `own` are names that it declares: where a package exports the same,
   * its import is renamed.
   */
  readonly module: (name: string, own?: readonly string[]) => ModuleBuilder
  readonly constant: typeof constant
  readonly exportedConstant: typeof exportedConstant
  readonly exportedFunction: typeof exportedFunction
  readonly exportedInterface: typeof exportedInterface
  readonly exportedType: typeof exportedType
  readonly exportFrom: typeof exportFrom
  readonly constantText: typeof constantText
  readonly method: typeof method
  readonly optional: typeof optional
  readonly property: typeof property
  readonly objectType: typeof objectType
  readonly unionOf: typeof unionOf
  readonly docs: typeof docs
  readonly docsOf: typeof docsOf
  readonly seeTag: typeof seeTag
  readonly commentText: typeof commentText
  readonly inCode: typeof inCode
  readonly literal: typeof literal
  readonly stringLiteral: typeof stringLiteral
  readonly propertyKey: typeof propertyKey
  readonly propertyAccess: typeof propertyAccess
  readonly objectKey: typeof objectKey
  readonly memberText: typeof memberText
  readonly objectText: typeof objectText
  readonly listText: typeof listText
  readonly valueText: typeof valueText
  readonly dataOf: typeof dataOf
  /** The type of a shape on one line, for pages: nothing is imported. */
  readonly typeText: (shape: Shape) => string
  /** What a kind of a tagged union looks like on the wire. */
  readonly wireLayout: typeof wireLayout
  /** Text of a document inside Markdown, of which nothing but emphasis, code and links to the web is markup. */
  readonly markdown: {
    readonly cell: typeof cell
    readonly code: typeof code
    readonly paragraph: typeof paragraph
  }
}

export function emitterStructures(view: PackageView): EmitterStructures {
  return Object.freeze({
    module: (name: string, own: readonly string[] = []) => moduleBuilder(view, name, own),
    constant,
    exportedConstant,
    exportedFunction,
    exportedInterface,
    exportedType,
    exportFrom,
    constantText,
    method,
    optional,
    property,
    objectType,
    unionOf,
    docs,
    docsOf,
    seeTag,
    commentText,
    inCode,
    literal,
    stringLiteral,
    propertyKey,
    propertyAccess,
    objectKey,
    memberText,
    objectText,
    listText,
    valueText,
    dataOf,
    typeText: plainType,
    wireLayout,
    ...examplesOf(view.model),
    markdown: Object.freeze({ cell, code, paragraph }),
  })
}

/** Names stand for themselves: pages have no imports. */
const PLAIN: ShapeScope = {
  refer: (name) => name,
  leavesOut: 'write',
  asRecord: () => true,
  platform: (name) => name,
}

function plainType(shape: Shape): string {
  return onOneLine(typeText(withoutComments(shape), PLAIN))
}

/** Members of an object have a line each, and comments have lines of their own. */
function onOneLine(text: string): string {
  let inComment = false
  let joined = ''
  for (const line of text.split('\n').map((each) => each.trim())) {
    const isComment: boolean = inComment || line.startsWith('/**')
    inComment = isComment && !line.endsWith('*/')
    if (isComment || line === '') continue
    const isMember = joined !== '' && !joined.endsWith('{') && !line.startsWith('}')
    joined += joined === '' ? line : `${isMember ? ';' : ''} ${line}`
  }
  return joined
}

/** Types on one line are too small for comments. */
function withoutComments(shape: Shape): Shape {
  if (shape.kind !== 'record') return shape
  const fields = shape.fields.map(({ name, shape: inner, required, source }) => {
    return { name, required, source, shape: withoutComments(inner) }
  })
  return { ...shape, fields }
}

function moduleBuilder(view: PackageView, name: string, own: readonly string[]): ModuleBuilder {
  const scope = moduleScope(view, name, own)
  const file = (statements: readonly Statement[]): EmitterModule => ({
    path: `src/${name}.ts`,
    imports: scope.imports.structures(),
    statements,
  })
  return {
    imports: scope.imports,
    free: (each) => freeName(each, view.names),
    pattern: (expression) => expressionText(patternCode(expression), scope.imports),
    received: (shape) => typeText(shape, scope.received),
    sent: (shape) => typeText(shape, scope.sent),
    inputOf: (operation) => {
      const form = inputForm(operation)
      if (form.form === 'none') return undefined
      // What asks for a stream is a method of its own.
      return narrowed(inputType(scope, form), { operation })
    },
    outputOf: (operation) => outputType(scope, operation),
    file,
    internalFile: (statements) => ({ ...file(statements), internal: true }),
  }
}
