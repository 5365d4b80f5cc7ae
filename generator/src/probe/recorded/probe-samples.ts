import type { Model } from '../../model/model.js'
import type { CheckPayload } from '../check-payload.js'
import { cannotBegin } from '../live/server.js'
import type { Collector } from '../mismatch.js'
import type { Payload } from '../payload.js'
import { createNaming } from './file-names.js'
import { payloadOutcome } from './payload-outcome.js'
import { isTraffic, listSamples, readSample, readTraffic } from './read-samples.js'
import { compareTraffic, type TrafficOptions } from './traffic.js'

/** Checks the files of a folder against the document. */
export async function probeSamples(
  folder: string,
  model: Model,
  checkPayload: CheckPayload,
  collector: Collector,
  signal: AbortSignal,
  options: TrafficOptions = {},
): Promise<Payload[]> {
  const naming = createNaming(model)
  const payloads: Payload[] = []
  const files = await listSamples(folder)
  if (files.length === 0)
    throw cannotBegin('there are no JSON, HAR or cURL files in the folder of samples')
  for (const file of files) {
    if (signal.aborted) {
      payloads.push({ name: file, outcome: 'skipped', reason: 'interrupted' })
      continue
    }
    if (isTraffic(file)) {
      const traffic = await readTraffic(folder, file)
      if (traffic)
        payloads.push(...compareTraffic(traffic, model, checkPayload, collector, options))
      else payloads.push({ name: file, outcome: 'failed', reason: 'no recorded traffic' })
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
    payloads.push(payloadOutcome(file, named.subject, content.value, checkPayload, collector))
  }
  return payloads
}
