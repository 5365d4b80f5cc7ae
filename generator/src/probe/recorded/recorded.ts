import type { Model } from '../../model/model.js'
import type { Path } from '../check/finding.js'
import { createNaming } from '../check/naming.js'
import type { Judge, Subject } from '../check/subject.js'
import { isObject, type JsonObject } from '../check/values.js'
import { cannotBegin } from '../live/server.js'
import type { Collector } from '../mismatch.js'
import type { Payload } from '../payload.js'
import { listSamples, readSample } from './samples.js'

/** Holds the files of a folder to the document. */
export async function probeSamples(
  folder: string,
  model: Model,
  judge: Judge,
  collector: Collector,
  signal: AbortSignal,
): Promise<Payload[]> {
  const naming = createNaming(model)
  const payloads: Payload[] = []
  const files = await listSamples(folder)
  if (files.length === 0) throw cannotBegin('there are no JSON files in the folder of samples')
  for (const file of files) {
    if (signal.aborted) {
      payloads.push({ name: file, outcome: 'skipped', reason: 'interrupted' })
      continue
    }
    const named = naming(file.split('/').at(-1) ?? file)
    if ('unknown' in named) {
      payloads.push({ name: file, outcome: 'unknown', reason: named.unknown })
      continue
    }
    const { content } = await readSample(folder, file)
    if ('unreadable' in content) {
      payloads.push({ name: file, outcome: 'failed', reason: content.unreadable })
      continue
    }
    payloads.push(compare(file, named.subject, content.value, judge, collector))
  }
  return payloads
}

/** One payload, with what surrounds it on the wire taken away. */
export function compare(
  name: string,
  subject: Subject,
  given: unknown,
  judge: Judge,
  collector: Collector,
): Payload {
  const { as, value, prefix } = opened(subject, given)
  const verdict = judge(as, value)
  if ('nothingSaid' in verdict) return { name, outcome: 'skipped', reason: verdict.nothingSaid }
  const { findings } = verdict
  collector.add(name, prefix, findings)
  const outcome = findings.some((each) => each.degree === 'problem') ? 'mismatch' : 'pass'
  return findings.length > 0 && outcome === 'pass' ? { name, outcome: 'drift' } : { name, outcome }
}

interface Opened {
  readonly as: Subject
  readonly value: unknown
  readonly prefix: Path
}

/** A message of JSON-RPC is its result, its error or its parameters. */
function opened(subject: Subject, value: unknown): Opened {
  const plain = { as: subject, value, prefix: [] }
  if (subject.kind === 'schema' || subject.operation.binding.kind !== 'call') return plain
  if (!isObject(value) || !Object.hasOwn(value, 'jsonrpc')) return plain
  const { operation } = subject
  const word = wordOf(subject, value)
  if (word === undefined) return plain
  const as: Subject = word === 'error' ? { kind: 'error', operation } : subject
  return { as, value: value[word], prefix: [word] }
}

function wordOf(subject: Subject, message: JsonObject): string | undefined {
  if (subject.kind !== 'request' && isObject(message.error)) return 'error'
  const words = subject.kind === 'request' ? ['params'] : ['result', 'params']
  return words.find((word) => Object.hasOwn(message, word))
}
