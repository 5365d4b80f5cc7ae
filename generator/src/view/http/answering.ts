import { jsonShapes } from '../../model/operations/contents.js'
import type { Failure, Operation } from '../../model/operations/operation.js'
import { answerHeaders, type HeaderKind } from '../../model/operations/response-headers.js'
import { failureKey } from '../../model/operations/status.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { Made, type Name } from '../value.js'
import { type Facts, runtime } from './facts.js'

/** What whole answers and attempts need to know about an operation. */
export function answeringFacts(
  operation: Operation,
  declarations: ReadonlyMap<string, Declaration>,
): Facts {
  const failures = describedFailures(operation).map(({ key }) => key)
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
  readonly failure: Failure
}

/** The failures whose body is described, with their statuses. */
export function describedFailures({ failures }: Operation): DescribedFailure[] {
  return failures.flatMap((failure) => {
    const key = failureKey(failure.status)
    return key !== undefined && jsonShapes(failure.contents).length > 0 ? [{ key, failure }] : []
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
