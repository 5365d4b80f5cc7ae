import { freeName } from '../../model/names.js'
import type { StreamContent } from '../../model/operations/contents.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Expression } from '../../model/rules/rule.js'
import type { Declaration, Shape } from '../../model/shapes/shape.js'
import { wireLayout } from '../../model/shapes/union.js'
import type { PackageView } from '../../view/package-view.js'
import { patternCode } from '../../view/validate/patterns.js'
import { dataOf, type Value } from '../../view/value.js'
import { createdOutputType } from '../decode/decoded-output.js'
import { narrowed } from '../http/method-inputs.js'
import { moduleScope, seeTag } from '../module-scope.js'
import { cell, code, paragraph } from '../readme/markdown.js'
import { exampleInput, samplesOf } from '../samples/samples.js'
import { inputType } from '../types/inputs.js'
import { itemType, outputType } from '../types/outputs.js'
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
import { typeText, unionOf } from '../typescript/type-text.js'
import { listText, memberText, objectText, valueText } from '../typescript/value-text.js'
import { expressionText } from '../validate/check-text.js'
import type { EmitterModule } from './emitter-files.js'
import type { Exported } from './names.js'
import { plainTypeText } from './plain-type-text.js'
import { requestFacts } from './request-facts.js'
import { ruleValidators, type ValidatedValue } from './rule-validators.js'

/** How a module imports: by a reference, or by a name and where it is from. */
export interface ModuleImports extends Pick<Imports, 'renamed'> {
  /**
   * The name of the import: the same as of the export, or with underscores appended if this module declares that name
   * itself.
   */
  readonly type: Mention
  readonly value: Mention
}

export interface Mention {
  (exported: Exported): string
  (name: string, from: string): string
}

/** A module under construction, which imports what it uses from other modules. */
export interface ModuleBuilder {
  readonly imports: ModuleImports
  /**
   * A reference to what this module exports, for the other modules of the package: they import it by
   * `imports.value(reference)`, and where the module is follows.
   */
  readonly exported: (name: string) => Exported
  /** The name, with underscores appended if the package already exports it. */
  readonly free: (name: string) => string
  /** A regular expression of the document, as an object whose `test` takes linear time. */
  readonly pattern: (expression: Expression) => string
  /**
   * The name of a validator for a rule: one of `./validate.js` if the rule is a type, otherwise a constant that
   * the finished module begins with. Requires `needs: ['validate']`.
   */
  readonly validator: (value: ValidatedValue) => string
  /**
   * The members of `RequestFacts` of `@tagwire/runtime/server`, for one operation: how the texts of a request are
   * read, by the styles of the parameters, and the checks of parameters and body; no checks if the package has no part
   * `validate`. `names.requestFacts` is a table of them for all operations.
   */
  readonly requestFacts: (operation: Operation) => readonly string[]
  /** The type of a received shape; names of the document are imported. */
  readonly received: (shape: Shape) => string
  /** The type of a sent shape. */
  readonly sent: (shape: Shape) => string
  /** The input type of an operation, and the type that a call resolves to. */
  readonly inputOf: (operation: Operation) => string | undefined
  readonly outputOf: (operation: Operation) => string
  /** The same for `names.createdClient`, which may return a `Date` for times. */
  readonly createdOutputOf: (operation: Operation) => string
  /** The type of the items of a stream. */
  readonly itemOf: (content: StreamContent) => string
  /** Finishes the module, as an entry of the package. */
  readonly file: (statements: readonly Statement[]) => EmitterModule
  /** Finishes the module, for other modules of the package only. */
  readonly internalFile: (statements: readonly Statement[]) => EmitterModule
}

/** Builds modules: ts-morph structures, and text that is escaped so that nothing in a document becomes code. */
export interface EmitterStructures {
  /**
   * Starts `src/NAME.ts`. `own` are names that it declares: if the package exports the same,
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
  /** `@see` with the page of an operation or a declaration; `undefined` if the configuration has no `site`. */
  readonly seeTag: (described: Operation | Declaration) => string | undefined
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
  /** Plausible data for a declaration, which its schema allows: the same as mocks respond with. */
  readonly sampleOf: (name: string) => unknown
  /** The same for one kind of a tagged union. */
  readonly sampleOfKind: (name: string, tag: string) => unknown
  /**
   * The input of a call: the example of a body in the document, or what the call requires. `undefined` if that is
   * nothing, or no JSON.
   */
  readonly exampleInput: (operation: Operation) => Value | undefined
  /** The type of a shape on one line, for pages, without imports. */
  readonly typeText: (shape: Shape) => string
  /** Where a value of a tagged union has its tag, and its payload. */
  readonly wireLayout: typeof wireLayout
  /** Text of a document in Markdown; only emphasis, code and web links are kept as markup. */
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
    seeTag: (described: Operation | Declaration) => seeTag(view, described),
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
    sampleOf: (name: string) => samplesOf(view.model).declared(name)?.value,
    sampleOfKind: (name: string, tag: string) => samplesOf(view.model).kind(name, tag)?.value,
    exampleInput: (operation: Operation) => exampleInput(view.model, operation),
    typeText: plainTypeText,
    wireLayout,
    markdown: Object.freeze({ cell, code, paragraph }),
  })
}

function moduleImports(
  { names }: PackageView,
  imports: Imports,
  own: readonly string[],
): ModuleImports {
  const mention = (kind: 'type' | 'value') => (given: string | Exported, from?: string) => {
    if (typeof given === 'string') return imports[kind](given, from ?? '')
    const { name, module } = given
    if (!own.includes(name)) return imports[kind](name, module)
    return imports.renamed(name, freeName(`${name}_`, new Set([...names, ...own])), module, kind)
  }
  return { type: mention('type'), value: mention('value'), renamed: imports.renamed }
}

function moduleBuilder(view: PackageView, name: string, own: readonly string[]): ModuleBuilder {
  const scope = moduleScope(view, name, own)
  const { validator, constants } = ruleValidators(view, scope, own)
  const declarations = new Map(view.model.declarations.map((each) => [each.name, each]))
  const file = (statements: readonly Statement[]): EmitterModule => ({
    path: `src/${name}.ts`,
    imports: scope.imports.structures(),
    statements: [...constants(), ...statements],
  })
  return {
    imports: moduleImports(view, scope.imports, own),
    exported: (each) => Object.freeze({ name: each, module: `./${name}.js` }),
    free: (each) => freeName(each, view.names),
    pattern: (expression) => expressionText(patternCode(expression), scope.imports),
    requestFacts: (operation) =>
      requestFacts(operation, {
        declarations,
        validator: view.parts.has('validate') ? validator : undefined,
      }),
    received: (shape) => typeText(shape, scope.received),
    sent: (shape) => typeText(shape, scope.sent),
    inputOf: (operation) => {
      const form = inputForm(operation)
      if (form.form === 'none') return undefined
      // A stream has its own method.
      return narrowed(inputType(scope, form), { operation })
    },
    outputOf: (operation) => outputType(scope, operation),
    createdOutputOf: (operation) => createdOutputType(view, scope, operation),
    itemOf: (content) => itemType(scope, content),
    validator,
    file,
    internalFile: (statements) => ({ ...file(statements), internal: true }),
  }
}
