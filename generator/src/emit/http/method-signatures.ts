import { isUndescribed } from '../../model/operations/contents.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { HttpMethod } from '../../view/http/methods.js'
import type { PackageView } from '../../view/package-view.js'
import { methodDocs } from '../client-parts.js'
import { useInstead } from '../former-names.js'
import type { ModuleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { itemsType, outputType } from '../types/outputs.js'
import { codeList, docs } from '../typescript/doc.js'
import { type Method, method, optional, type Parameter } from '../typescript/structures.js'
import { ownServerNote } from './connection.js'
import { contentTypesNote, methodInputs, typesOf } from './method-inputs.js'

/** A signature for each kind of input. The default comes last, because type inference uses the last one. */
export function signatures(
  view: PackageView,
  scope: ModuleScope,
  each: HttpMethod,
  former?: string,
): Method[] {
  const { operation, stream } = each
  const name = former ?? each.name
  const [usual, ...others] = methodInputs(scope, each)
  const returnType = stream ? itemsType(scope, stream) : `Promise<${outputType(scope, operation)}>`
  const notes = [
    contentTypesNote(operation),
    isUndescribed(operation) && !stream ? UNDESCRIBED : undefined,
    ownServerNote(view.model, operation),
  ].filter((note) => note !== undefined)
  return [
    ...others.map(({ type, contentTypes }) =>
      method(name, {
        docs:
          former === undefined
            ? docs(`The same with a body of ${codeList(contentTypes)}.`, scope.seeTag(operation))
            : useInstead(each.name),
        parameters: [
          { name: inputName(operation), type },
          { name: 'options', type: sendOptions(scope, each, 'SendAs', contentTypes) },
        ],
        returnType,
      }),
    ),
    method(name, {
      docs:
        former === undefined
          ? methodDocs(scope, operation, notes.join('\n\n'))
          : useInstead(each.name),
      parameters: [
        ...inputParameter(operation, usual?.type),
        optional('options', sendOptions(scope, each, 'MaySendAs', usual?.contentTypes ?? [])),
      ],
      returnType,
    }),
  ]
}

const UNDESCRIBED =
  'The document describes no success response: the result is JSON, a string or a Blob, depending on its content type.'

function sendOptions(
  { imports }: ModuleScope,
  { stream }: HttpMethod,
  name: 'SendAs' | 'MaySendAs',
  contentTypes: readonly string[],
): string {
  const plain = imports.type(stream ? 'StreamOptions' : 'CallOptions', HTTP)
  if (contentTypes.length === 0) return plain
  return `${imports.type(name, HTTP)}<${typesOf(contentTypes)}${stream ? `, ${plain}` : ''}>`
}

export function inputParameter(operation: Operation, type: string | undefined): Parameter[] {
  const input = inputForm(operation)
  if (input.form === 'none' || type === undefined) return []
  return [{ name: inputName(operation), type, hasQuestionToken: !input.required }]
}

/** The name of a method's first parameter. */
function inputName(operation: Operation): string {
  const { form } = inputForm(operation)
  return form === 'body' || form === 'query' ? form : 'input'
}
