import type { Words } from '../model/operation.js'

/**
 * The x-tagwire words that become methods of a client, as the vocabulary has checked them. Reading
 * them again here gives them types without trusting anything.
 */

export interface WaiterWord {
  readonly name: string
  readonly watch?: string
  readonly until?: UntilWord
  readonly begin?: BeginWord
  readonly tolerate?: readonly (string | number)[]
  readonly intervalMs?: { readonly first: number; readonly most: number }
  readonly timeoutMs?: number
}

export type UntilWord = {
  readonly pointer: string | readonly string[]
  readonly values: readonly string[]
  readonly failure?: readonly string[]
  readonly givenUp?: readonly string[]
}

/** A method that makes the service watch something before it waits. */
export type BeginWord = {
  readonly name: string
  readonly operation: string
  readonly timeoutMs?: number
}

export interface PaginatorWord {
  readonly name: string
  readonly page: string
  readonly size?: string
  readonly most?: number
  readonly items: string
  readonly total: string
}

export interface SequenceWord {
  readonly name: string
  readonly index: string
  readonly total: string
  readonly data: string
  readonly encoding: string
  /** The name of the declaration that the joined text is. */
  readonly content: string
}

export interface EventKindWord {
  readonly name: string
  readonly description: string
  readonly tag: string
  readonly resume: string
  readonly keys: readonly { readonly name: string; readonly description: string }[]
}

export interface EventsWord {
  readonly query: string
  readonly key: string
  readonly unsubscribe: string
  /** The name of the declaration of one message. */
  readonly notification: string
  /** The member of a message that holds the tagged payload. */
  readonly data: string
  readonly kinds: readonly EventKindWord[]
}

/** The method on the wire that begins what a waiter waits for. */
export function readStart(words: Words): string | undefined {
  return text(dictionary(words.waiter)?.after)
}

export function readWaiter(words: Words): WaiterWord | undefined {
  const word = dictionary(words.waiter)
  const name = text(word?.name)
  if (!word || name === undefined) return undefined
  const until = dictionary(word.until)
  const interval = dictionary(word.intervalMs)
  const watch = text(word.watch)
  const timeoutMs = number(word.timeoutMs)
  const tolerate = list(word.tolerate).filter(isTextOrNumber)
  return {
    name,
    ...(watch === undefined ? {} : { watch }),
    ...(until ? { until: readUntil(until) } : {}),
    ...readBegin(word.begin),
    ...(tolerate.length > 0 ? { tolerate } : {}),
    ...(interval
      ? { intervalMs: { first: number(interval.first) ?? 0, most: number(interval.most) ?? 0 } }
      : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
}

function readUntil(until: Readonly<Record<string, unknown>>): UntilWord {
  const pointer = text(until.pointer) ?? texts(until.pointer)
  const [failure, givenUp] = [texts(until.failure), texts(until.givenUp)]
  return {
    pointer,
    values: texts(until.values),
    ...(failure.length > 0 ? { failure } : {}),
    ...(givenUp.length > 0 ? { givenUp } : {}),
  }
}

function readBegin(value: unknown): { readonly begin?: BeginWord } {
  const word = dictionary(value)
  const [name, operation] = [text(word?.name), text(word?.operation)]
  if (name === undefined || operation === undefined) return {}
  const timeoutMs = number(word?.timeoutMs)
  return { begin: { name, operation, ...(timeoutMs === undefined ? {} : { timeoutMs }) } }
}

export function readPaginator(words: Words): PaginatorWord | undefined {
  const word = dictionary(words.paginator)
  const name = text(word?.name)
  if (!word || name === undefined) return undefined
  const size = text(word.size)
  const most = number(word.most)
  return {
    name,
    page: text(word.page) ?? '',
    ...(size === undefined ? {} : { size }),
    ...(most === undefined ? {} : { most }),
    items: text(word.items) ?? '',
    total: text(word.total) ?? '',
  }
}

export function readSequence(words: Words): SequenceWord | undefined {
  const word = dictionary(words.sequence)
  const name = text(word?.name)
  if (!word || name === undefined) return undefined
  return {
    name,
    index: text(word.index) ?? '',
    total: text(word.total) ?? '',
    data: text(word.data) ?? '',
    encoding: text(word.encoding) ?? '',
    content: text(word.content) ?? '',
  }
}

export function readEvents(words: Words): EventsWord | undefined {
  const word = dictionary(words.events)
  if (!word) return undefined
  return {
    query: text(word.query) ?? '',
    key: text(word.key) ?? '',
    unsubscribe: text(word.unsubscribe) ?? '',
    notification: text(word.notification) ?? '',
    data: (text(word.data) ?? '').replace(/^\//, ''),
    kinds: list(word.kinds).flatMap((each) => {
      const kind = dictionary(each)
      return kind ? [eventKind(kind)] : []
    }),
  }
}

function eventKind(kind: Readonly<Record<string, unknown>>): EventKindWord {
  return {
    name: text(kind.name) ?? '',
    description: text(kind.description) ?? '',
    tag: text(kind.tag) ?? '',
    resume: text(kind.resume) ?? 'none',
    keys: list(kind.keys).flatMap((each) => {
      const key = dictionary(each)
      return key ? [{ name: text(key.name) ?? '', description: text(key.description) ?? '' }] : []
    }),
  }
}

export interface ErrorRule {
  readonly reason: string
  readonly code?: number
  readonly match: string
  readonly description?: string
}

export function readErrors(words: Words): ErrorRule[] {
  return list(words.errors).flatMap((each) => {
    const rule = dictionary(each)
    const reason = text(rule?.reason)
    const match = text(rule?.match)
    if (!rule || reason === undefined || match === undefined) return []
    const code = number(rule.code)
    const description = text(rule.description)
    return [
      {
        reason,
        ...(code === undefined ? {} : { code }),
        match,
        ...(description === undefined ? {} : { description }),
      },
    ]
  })
}

/** A place in an earlier request or answer. */
export type PlaceWord = { readonly operation: string; readonly at: string }

/** A list of chains, and the members that say what an address on one looks like. */
export type ChainsWord = PlaceWord & {
  readonly id: string
  readonly family: string
  readonly prefix: string
}

export type RequestRuleWord =
  | { readonly oneOf: readonly string[] }
  | { readonly at: string; readonly needs: readonly string[] }
  | { readonly at: string; readonly sameSum: string }
  | { readonly at: string; readonly sameLength: PlaceWord }
  | { readonly at: string; readonly sum: string; readonly asSent: PlaceWord }
  | {
      readonly at: string
      readonly addressOf: { readonly chains: ChainsWord; readonly ids?: PlaceWord }
    }

export function readRequestRules(words: Words): RequestRuleWord[] {
  return list(words.rules).flatMap((each): RequestRuleWord[] => {
    const rule = dictionary(each) ?? {}
    const at = text(rule.at) ?? ''
    if (rule.oneOf !== undefined) return [{ oneOf: texts(rule.oneOf) }]
    if (rule.needs !== undefined) return [{ at, needs: texts(rule.needs) }]
    if (rule.sameSum !== undefined) return [{ at, sameSum: text(rule.sameSum) ?? '' }]
    if (rule.sameLength !== undefined) return [{ at, sameLength: place(rule.sameLength) }]
    if (rule.asSent !== undefined) {
      return [{ at, sum: text(rule.sum) ?? '', asSent: place(rule.asSent) }]
    }
    const addressOf = dictionary(rule.addressOf)
    if (!addressOf) return []
    const ids = addressOf.ids === undefined ? {} : { ids: place(addressOf.ids) }
    return [{ at, addressOf: { chains: chains(addressOf.chains), ...ids } }]
  })
}

export interface RequestFromWord {
  readonly name: string
  /** The operation whose answer it is made from. */
  readonly operation: string
  readonly members: readonly string[]
  readonly given: Readonly<Record<string, GivenWord>>
}

export interface GivenWord {
  readonly member: string
  readonly by?: string
  readonly required: boolean
}

export function readRequestFrom(words: Words): RequestFromWord | undefined {
  const word = dictionary(words['made-from'])
  const [name, operation] = [text(word?.name), text(word?.operation)]
  if (name === undefined || operation === undefined) return undefined
  const given = Object.entries(dictionary(word?.given) ?? {}).map(([key, value]) => {
    const each = dictionary(value)
    const by = text(each?.by)
    const member = text(each?.member) ?? key
    return [key, { member, required: each?.required === true, ...(by === undefined ? {} : { by }) }]
  })
  return { name, operation, members: texts(word?.members), given: Object.fromEntries(given) }
}

function place(value: unknown): PlaceWord {
  const word = dictionary(value)
  return { operation: text(word?.operation) ?? '', at: text(word?.at) ?? '' }
}

function chains(value: unknown): ChainsWord {
  const word = dictionary(value)
  const member = (name: string): string => text(word?.[name]) ?? ''
  return {
    ...place(value),
    id: member('id'),
    family: member('family'),
    prefix: member('prefix'),
  }
}

function dictionary(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : undefined
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function texts(value: unknown): string[] {
  return list(value).filter((each) => typeof each === 'string')
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function isTextOrNumber(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
