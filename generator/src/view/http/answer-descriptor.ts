import { jsonShapes, textTypes } from '../../model/operations/contents.js'
import type { Operation } from '../../model/operations/operation.js'
import { answerHeaders, type HeaderKind } from '../../model/operations/response-headers.js'
import { failureKey } from '../../model/operations/status.js'
import type { Declaration, Shape } from '../../model/shapes/shape.js'
import { Made, type Name } from '../value.js'
import { type DescriptorMembers, runtime } from './descriptor-members.js'

/** What whole answers and attempts need to know about an operation. */
export function answerDescriptor(
  operation: Operation,
  declarations: ReadonlyMap<string, Declaration>,
): DescriptorMembers {
  const failures = describedFailures(operation).flatMap(({ key, json, texts }) => [
    ...(json ? [key] : []),
    // A range of media types is one that begins like that.
    ...texts.map((type) => `${key} ${type.replace('*', '')}`),
  ])
  const heads = answerHeaders(operation, declarations)
    .flat()
    .map(({ header, kind }) => [header.name, readerOf(kind)] as const)
  return {
    ...(failures.length > 0 ? { failures } : {}),
    ...(heads.length > 0 ? { heads: Object.fromEntries(heads) } : {}),
  }
}

interface DescribedFailure {
  readonly key: number | string
  /** The body, if it may be JSON. */
  readonly json: Shape | undefined
  /** The media types of bodies that are text. */
  readonly texts: readonly string[]
}

/** The failures whose body is described as JSON or text, with their statuses. */
export function describedFailures({ failures }: Operation): DescribedFailure[] {
  return failures.flatMap(({ status, contents }) => {
    const key = failureKey(status)
    const [json] = jsonShapes(contents)
    const texts = textTypes(contents)
    return key !== undefined && (json || texts.length > 0) ? [{ key, json, texts }] : []
  })
}

function readerOf({ of, isList }: HeaderKind): Name | Made {
  const reader = runtime(READERS[of])
  return isList ? new Made(runtime('headerList'), [reader]) : reader
}

const READERS = {
  text: 'headerText',
  number: 'headerNumber',
  boolean: 'headerBoolean',
  json: 'headerJson',
} as const
