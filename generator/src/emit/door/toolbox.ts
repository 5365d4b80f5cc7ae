import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Shape } from '../../model/shapes/shape.js'
import type { PackageView } from '../../view/package-view.js'
import { dataOf } from '../../view/value.js'
import { moduleScope, seeTag } from '../module-scope.js'
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
import { typeText, unionOf } from '../typescript/type-text.js'
import { listText, memberText, objectText, valueText } from '../typescript/value-text.js'
import type { EmitterFile } from './emitter.js'

/** A module while it is made. What it mentions of other modules, it imports. */
export interface ModuleBuilder {
  readonly imports: Pick<Imports, 'type' | 'value' | 'renamed'>
  /** The type of a shape as an answer holds it; names of the document are imported. */
  readonly received: (shape: Shape) => string
  /** The type of a shape as it is sent. */
  readonly sent: (shape: Shape) => string
  /** The type of what an operation is given, and of what a call of it resolves to. */
  readonly inputOf: (operation: Operation) => string | undefined
  readonly outputOf: (operation: Operation) => string
  /** The finished module, and an entry of the package. */
  readonly file: (statements: readonly Statement[]) => EmitterFile
  /** The finished module, for other modules of the package alone. */
  readonly internalFile: (statements: readonly Statement[]) => EmitterFile
}

/** What modules are made with: structures of ts-morph, and text in which no document becomes code. */
export interface EmitterStructures {
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
  })
}

function moduleBuilder(view: PackageView, name: string, own: readonly string[]): ModuleBuilder {
  const scope = moduleScope(view, name, own)
  const file = (statements: readonly Statement[]): EmitterFile => ({
    path: `src/${name}.ts`,
    imports: scope.imports.structures(),
    statements,
  })
  return {
    imports: scope.imports,
    received: (shape) => typeText(shape, scope.received),
    sent: (shape) => typeText(shape, scope.sent),
    inputOf: (operation) => {
      const form = inputForm(operation)
      return form.form === 'none' ? undefined : inputType(scope, form)
    },
    outputOf: (operation) => outputType(scope, operation),
    file,
    internalFile: (statements) => ({ ...file(statements), internal: true }),
  }
}
