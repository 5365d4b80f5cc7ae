import { isUndescribed } from '../../model/operations/contents.js'
import type { Output } from '../../model/operations/operation.js'
import { type AnswerHeader, answerHeaders } from '../../model/operations/response-headers.js'
import type { Declaration } from '../../model/shapes/shape.js'
import type { HttpMethod } from '../../view/http/methods.js'
import type { ModuleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { itemsType, outputType } from '../types/outputs.js'
import { propertyKey } from '../typescript/text.js'
import { typeText, unionOf } from '../typescript/type-text.js'

/**
 * The types of an operation's whole answers, one for each status. None if that is the default of the runtime: 200
 * with a body or 204 without, and no headers. The data of a stream are its items, whatever the status is.
 */
export function answerTypes(
  scope: ModuleScope,
  { operation, stream }: HttpMethod,
  declarations: ReadonlyMap<string, Declaration>,
): string | undefined {
  const { outputs } = operation
  const [first, ...others] = outputs
  const isEmpty =
    !stream && !isUndescribed(operation) && outputType(scope, operation) === 'undefined'
  const isUsual = first?.status === (isEmpty ? '204' : '200') && !first.headers
  if (isUsual && others.length === 0) return undefined
  const answer = scope.imports.type('Answer', HTTP)
  if (isUndescribed(operation)) return `${answer}<${anyStatus(scope)}, unknown>`
  const headers = answerHeaders(operation, declarations)
  return unionOf(
    outputs.map((output, index) => {
      const data = stream
        ? itemsType(scope, stream)
        : outputType(scope, { ...operation, outputs: [output] })
      const parts = [
        statusType(scope, output, outputs),
        data,
        ...headersType(scope, headers[index]),
      ]
      return `${answer}<${parts.join(', ')}>`
    }),
  )
}

function anyStatus({ imports }: ModuleScope): string {
  return imports.type('SuccessStatus', HTTP)
}

/** Its own, or those that no more specific response has. */
function statusType(scope: ModuleScope, { status = '' }: Output, all: readonly Output[]): string {
  if (/^\d+$/.test(status)) return status
  const others = all.flatMap((each) => (/^\d+$/.test(each.status ?? '') ? [each.status ?? ''] : []))
  const any = anyStatus(scope)
  return others.length === 0 ? any : `Exclude<${any}, ${unionOf(others)}>`
}

function headersType(scope: ModuleScope, headers: readonly AnswerHeader[] = []): string[] {
  const members = headers.map(({ header, shape }) => {
    const type = shape ? typeText(shape, scope.received) : 'string'
    return `${propertyKey(header.name)}${header.required ? '' : '?'}: ${type}`
  })
  return members.length === 0 ? [] : [`{ ${members.join('; ')} }`]
}
