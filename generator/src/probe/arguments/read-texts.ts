import { argumentsReader, formReadings, settle, Unreadable } from '@tagwire/runtime/server'
import { type Finding, isInexact } from '../../check/finding.js'
import { type Dictionary, isDictionary } from '../../model/json.js'
import type { Content, Operation } from '../../model/operations/operation.js'
import { formType } from '../../model/operations/text-types.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { formParts } from '../../view/http/bodies.js'
import { type ReceivedPlace, receivedIn, receivedTypes } from '../../view/http/received.js'
import type { RequestTexts } from './request-texts.js'
import { descriptorOf, WRITERS } from './write-arguments.js'

// Texts are read by the functions of generated servers, so that both find the same.

export { Unreadable }

type Declared = ReadonlyMap<string, Declaration>

/** All that the texts of one place can stand for, as values by name; first what is meant usually. */
export interface Readings {
  readonly values: readonly Readonly<Record<string, unknown>>[]
  /** What cannot be read at all, by the name of its parameter. */
  readonly faults: ReadonlyMap<string, string>
}

export function readingsOf(
  operation: Operation,
  place: ReceivedPlace,
  texts: RequestTexts,
  declared: Declared,
): Readings {
  const own = receivedIn(operation, place)
  const reader = argumentsReader({
    [place]: receivedTypes(operation, place, declared),
    sent: { name: operation.name, path: '', parameters: own.map(descriptorOf) },
  })
  const { input, problems } = reader.readable(texts)
  const nameOf = (path: string): string =>
    own.find(
      ({ name }) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
    )?.name ?? path
  return {
    values: [input, ...reader.others(texts)].map((each) => each[place]),
    faults: new Map(problems.map(({ path, message }) => [nameOf(path), message])),
  }
}

/** A query whose values are in a file, by their names. */
export function queryOf(values: Dictionary): RequestTexts {
  const pairs = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const all: readonly unknown[] = Array.isArray(value) ? value : [value]
    return all.map((each) => [name, typeof each === 'string' ? each : JSON.stringify(each)])
  })
  return {
    path: { names: [], texts: [] },
    search: new URLSearchParams(pairs).toString(),
    header: () => null,
  }
}

/** The same of a form: its text, or its parts. */
export function formReadingsOf(
  content: Content,
  sent: Parameters<typeof formReadings>[0],
  declared: Declared,
): readonly unknown[] | Unreadable {
  const form = formType(content.shape, declared) ?? { members: {}, rest: 'any' }
  const parts = Object.entries(formParts(content)).map(([name, { write, encode: _, ...part }]) => {
    return [name, { ...part, ...(write ? { write: WRITERS[write] } : {}) }] as const
  })
  return formReadings(sent, { form, parts: Object.fromEntries(parts) })
}

/** The findings for what the document allows most of. */
export function findingsOf(
  [first, ...others]: readonly unknown[],
  check: (value: unknown) => Finding[],
): Finding[] {
  const strictly = (value: unknown): Finding[] => check(value).filter(isInexact)
  const all = [...others, withLargeIntegers(first)]
  const { value } = settle(first, all, strictly, ({ path }) => path)
  return check(value)
}

/** Integers that servers leave as they are, because JavaScript would round them, are integers all the same. */
function withLargeIntegers(value: unknown): unknown {
  if (typeof value === 'string') return /^-?\d{16,}$/.test(value) ? Number(value) : value
  if (Array.isArray(value)) return value.map(withLargeIntegers)
  if (!isDictionary(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withLargeIntegers(each)]),
  )
}
