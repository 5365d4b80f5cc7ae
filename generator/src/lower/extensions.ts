import type {
  Begin,
  DocumentExtensions,
  ErrorRule,
  EventKind,
  Events,
  OperationExtensions,
  Sequence,
  Setting,
  TransportNote,
  Until,
  Waiter,
} from '../model/extensions.js'
import { flagAt, items, member, members, type Node, text, textAt, valueAt } from '../source/node.js'
import { declarationName } from './extension-declarations.js'
import { paginator } from './extensions-of-pages.js'
import { requestFrom, requestRules, texts } from './extensions-of-requests.js'
import { subscribing } from './extensions-of-subscriptions.js'
import { provenanceOf } from './schemas/describe.js'
import type { SchemaLowering } from './schemas/read-declarations.js'

// The grammar has already checked these extensions, and a document with errors has no model. A value that is
// missing anyway is read as an empty string.

export function documentExtensions(root: Node): DocumentExtensions {
  const dialect = textAt(root, 'x-tagwire-dialect')
  const keywords = member(root, 'x-tagwire-keywords')
  const transports = member(root, 'x-tagwire-transports')
  const settings = member(root, 'x-tagwire-settings')
  const errors = member(root, 'x-tagwire-errors')
  return {
    ...(dialect === undefined ? {} : { dialect }),
    ...(keywords ? { keywords: texts(keywords) } : {}),
    ...(transports ? { transports: transportNotes(transports) } : {}),
    ...(settings ? { settings: items(settings).map(setting) } : {}),
    ...(errors ? { errors: items(errors).map(errorRule) } : {}),
  }
}

export function operationExtensions(lowering: SchemaLowering, node: Node): OperationExtensions {
  const extension = (name: string): Node | undefined => member(node, `x-tagwire-${name}`)
  const transports = extension('transports')
  const requires = text(extension('requires'))
  const [waits, pages, pieces] = [
    extension('waiter'),
    extension('paginator'),
    extension('sequence'),
  ]
  const [events, subscribes, rules, madeFrom] = [
    extension('events'),
    extension('subscription'),
    extension('rules'),
    extension('made-from'),
  ]
  return {
    ...(transports ? { transports: texts(transports) } : {}),
    ...(requires === undefined ? {} : { requires }),
    ...(waits ? { waiter: waiter(waits) } : {}),
    ...(pages ? { paginator: paginator(pages) } : {}),
    ...(pieces ? { sequence: sequence(lowering, pieces) } : {}),
    ...(events ? { events: eventsOf(lowering, events) } : {}),
    ...(subscribes ? { subscription: subscribing(lowering, node, subscribes) } : {}),
    ...(rules ? { rules: requestRules(rules) } : {}),
    ...(madeFrom ? { madeFrom: requestFrom(madeFrom) } : {}),
  }
}

function transportNotes(node: Node): Record<string, TransportNote> {
  return Object.fromEntries(
    members(node).map(([name, each]) => {
      const path = textAt(each, 'path')
      return [
        name,
        { ...(path === undefined ? {} : { path }), ...description(each), ...provenance(each) },
      ]
    }),
  )
}

function setting(node: Node): Setting {
  return {
    key: textAt(node, 'key') ?? '',
    default: textAt(node, 'default') ?? '',
    ...description(node),
    ...provenance(node),
  }
}

function errorRule(node: Node): ErrorRule {
  const code = numberAt(node, 'code')
  return {
    reason: textAt(node, 'reason') ?? '',
    ...(code === undefined ? {} : { code }),
    match: textAt(node, 'match') ?? '',
    ...(member(node, 'description') ? description(node) : {}),
    ...provenance(node),
  }
}

function waiter(node: Node): Waiter {
  const [watch, after] = [textAt(node, 'watch'), textAt(node, 'after')]
  const [until, begins] = [member(node, 'until'), member(node, 'begin')]
  const tolerate = items(member(node, 'tolerate')).flatMap(({ value }) =>
    typeof value === 'string' || typeof value === 'number' ? [value] : [],
  )
  const interval = member(node, 'intervalMs')
  return {
    name: textAt(node, 'name') ?? '',
    ...(watch === undefined ? {} : { watch }),
    ...(after === undefined ? {} : { after }),
    ...(until ? { until: untilOf(until) } : {}),
    ...(begins ? begin(begins) : {}),
    ...(tolerate.length > 0 ? { tolerate } : {}),
    ...(interval
      ? {
          intervalMs: {
            first: numberAt(interval, 'first') ?? 0,
            most: numberAt(interval, 'most') ?? 0,
          },
        }
      : {}),
    ...timeout(node),
  }
}

function untilOf(node: Node): Until {
  const [failure, givenUp] = [texts(member(node, 'failure')), texts(member(node, 'givenUp'))]
  const [each, error] = [textAt(node, 'each'), textAt(node, 'error')]
  return {
    pointer: textAt(node, 'pointer') ?? texts(member(node, 'pointer')),
    ...(each === undefined ? {} : { each }),
    values: texts(member(node, 'values')),
    ...(failure.length > 0 ? { failure } : {}),
    ...(givenUp.length > 0 ? { givenUp } : {}),
    ...(error === undefined ? {} : { error }),
  }
}

function begin(node: Node): { readonly begin?: Begin } {
  const [name, operation] = [textAt(node, 'name'), textAt(node, 'operation')]
  if (name === undefined || operation === undefined) return {}
  return { begin: { name, operation, ...timeout(node) } }
}

function timeout(node: Node): { readonly timeoutMs?: number } {
  const timeoutMs = numberAt(node, 'timeoutMs')
  return timeoutMs === undefined ? {} : { timeoutMs }
}

function sequence(lowering: SchemaLowering, node: Node): Sequence {
  return {
    name: textAt(node, 'name') ?? '',
    index: textAt(node, 'index') ?? '',
    total: textAt(node, 'total') ?? '',
    data: textAt(node, 'data') ?? '',
    encoding: textAt(node, 'encoding') ?? '',
    content: declarationName(lowering, member(node, 'content'), 'sequence'),
  }
}

function eventsOf(lowering: SchemaLowering, node: Node): Events {
  return {
    query: textAt(node, 'query') ?? '',
    key: textAt(node, 'key') ?? '',
    unsubscribe: textAt(node, 'unsubscribe') ?? '',
    notification: declarationName(lowering, member(node, 'notification'), 'events'),
    data: (textAt(node, 'data') ?? '').replace(/^\//, ''),
    kinds: items(member(node, 'kinds')).map(eventKind),
  }
}

function eventKind(node: Node): EventKind {
  const examples = member(node, 'examples')
  return {
    name: textAt(node, 'name') ?? '',
    ...description(node),
    tag: textAt(node, 'tag') ?? '',
    level: textAt(node, 'level') ?? '',
    resume: textAt(node, 'resume') ?? 'none',
    keys: items(member(node, 'keys')).map((key) => {
      const type = textAt(key, 'type')
      return {
        name: textAt(key, 'name') ?? '',
        ...description(key),
        ...(type === undefined ? {} : { type }),
      }
    }),
    ...(member(node, 'attributes') ? { attributes: flagAt(node, 'attributes') } : {}),
    ...(examples ? { examples: items(examples).map((each) => each.value) } : {}),
    ...provenance(node),
  }
}

function description(node: Node): { readonly description: string } {
  return { description: textAt(node, 'description') ?? '' }
}

function provenance(node: Node): Pick<Setting, 'provenance'> {
  const found = provenanceOf(node)
  return found ? { provenance: found } : {}
}

function numberAt(node: Node, key: string): number | undefined {
  const value = valueAt(node, key)
  return typeof value === 'number' ? value : undefined
}
