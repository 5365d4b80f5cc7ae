import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Validator } from '@tagwire/runtime/validate'

export interface SampleFile {
  readonly file: string
  /** The type that it should be; absent when its name says none. */
  readonly type?: string
  readonly value: unknown
}

type Table = Readonly<Record<string, Validator<unknown>>>

/** What a name in a file's name stands for, where it is not the type's own name in other letters. */
const CALLED: Readonly<Record<string, string>> = {
  asset_between_chains: 'AssetBetweenChains',
  error: 'Error',
  packet: 'Packet',
  recommend_assets: 'AssetRecommendations',
  submit: 'SubmitTx',
  track: 'TrackTx',
  status: 'StatusTx',
  'swap.swap_in': 'Swap',
  'route.response': 'Route',
  'status.response': 'StatusTxResponse',
}

/** Recorded payloads, one a file: `<operation>.<request|response|errorNNN>.<number>` or `<schema>…`. */
export function readSamples(folder: string, types: Table): SampleFile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const value: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
      const type = typeOf(file, types)
      return { file, value, ...(type ? { type } : {}) }
    })
}

function typeOf(file: string, types: Table): string | undefined {
  const [subject = '', form = ''] = file.split('.')
  if (/^error\d+$/.test(form)) return 'Error'
  const whole = CALLED[`${subject}.${form}`]
  if (whole) return whole
  const ending = form === 'request' || form === 'response' ? form : ''
  const called = CALLED[subject] ?? subject
  const wanted = (called + ending).replaceAll('_', '').toLowerCase()
  return Object.keys(types).find((name) => name.toLowerCase() === wanted)
}
