// A package with an operation for each combination of `combinations.ts`.
import { symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { generate } from '../../../../generator/src/pipeline/library.js'
import type { Server } from '../../../../packages/runtime/src/server/index.js'
import { once } from '../../../once.js'
import { repository } from '../emitted.fixture.js'
import { BODIES, JSON_PARAMETERS, type Kind, PARAMETERS, PARTS, REFUSED } from './combinations.js'

export interface Combination {
  readonly label: string
  readonly kind: Kind
  /** What the receiving side has it in: `query`, `body`. */
  readonly place: 'path' | 'query' | 'headers' | 'cookies' | 'body'
  /** Absent for a whole body. */
  readonly member?: string
  /** The style, or `json`; absent for a whole body. */
  readonly style?: string
  /** The client throws instead. */
  readonly refused?: true
  readonly operation: object
}

export const MEMBER = 'value'

const FLAT = {
  type: 'object',
  required: ['count'],
  properties: { count: { type: 'integer' }, label: { type: 'string' }, on: { type: 'boolean' } },
}

const PLACES = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const

export const combinations: readonly Combination[] = [
  ...[...PARAMETERS, ...REFUSED].flatMap((placed) => {
    const { in: place, style, explode, reserved, kinds } = placed
    return kinds.map((kind) => {
      const schema = schemaOf(kind)
      const plain = { name: MEMBER, in: place, required: true, style, explode, schema }
      const parameter = { ...plain, ...(reserved ? { allowReserved: true } : {}) }
      const how = `${style}${explode ? ', exploded' : ''}${reserved ? ', reserved' : ''}`
      const label = `${place} ${how}: ${kind}`
      const refused = REFUSED.includes(placed) ? ({ refused: true } as const) : {}
      return parameterOf({ label, kind, style, place: PLACES[place], ...refused }, parameter)
    })
  }),
  ...JSON_PARAMETERS.flatMap(({ in: place, kinds }) =>
    kinds.map((kind) => {
      const content = { 'application/json': { schema: schemaOf(kind) } }
      const parameter = { name: MEMBER, in: place, required: true, content }
      const label = `${place} as JSON: ${kind}`
      return parameterOf({ label, kind, style: 'json', place: PLACES[place] }, parameter)
    }),
  ),
  ...PARTS.flatMap(({ type, encoding, kinds }) =>
    kinds.map((kind) => {
      const properties = { [MEMBER]: schemaOf(kind) }
      const schema = { type: 'object', required: [MEMBER], properties }
      const given = { schema, ...(encoding ? { encoding: { [MEMBER]: encoding } } : {}) }
      const label = `${type} ${JSON.stringify(encoding ?? {})}: ${kind}`
      const style = type.startsWith('multipart') ? 'multipart' : String(encoding?.style ?? '')
      const body = { required: true, content: { [type]: given } }
      const operation = { requestBody: body }
      return { label, kind, place: 'body', member: MEMBER, style, operation } as const
    }),
  ),
  ...Object.entries(BODIES).flatMap(([group, types]) =>
    types.map((type) => {
      const kind = group === 'json' ? 'object:nested' : group === 'text' ? 'string' : 'bytes'
      const schema = group === 'bytes' ? {} : { schema: schemaOf(kind) }
      const operation = { requestBody: { required: true, content: { [type]: schema } } }
      return { label: `body ${type}: ${kind}`, kind, place: 'body', operation } as const
    }),
  ),
]

function parameterOf(parts: Omit<Combination, 'operation' | 'member'>, parameter: object) {
  return { ...parts, member: MEMBER, operation: { parameters: [parameter] } }
}

function schemaOf(kind: Kind): object {
  const [, item] = /^array<(.*)>$/.exec(kind) ?? []
  if (item !== undefined) return { type: 'array', items: schemaOf(item) }
  if (kind === 'array<string>|string') return { anyOf: kind.split('|').map(schemaOf) }
  if (kind.includes('|')) return { type: kind.split('|') }
  if (kind === 'object:flat') return FLAT
  if (kind === 'object:open') return { type: 'object', additionalProperties: { type: 'string' } }
  if (kind === 'object:nested') {
    const lists = { rows: { type: 'array', items: FLAT }, tags: schemaOf('array<string>') }
    return { type: 'object', required: ['inner'], properties: { inner: FLAT, ...lists } }
  }
  const [type, format] = kind.split(':')
  return { type, ...(format === undefined ? {} : { format }) }
}

/** The name of the operation of a combination. */
export function nameOf(index: number): string {
  return `combination${index}`
}

export interface CombinationsPackage {
  readonly createServer: (options: object) => Server
  readonly createCombinationsClient: (
    options: object,
  ) => Readonly<Record<string, (input: unknown, options?: object) => Promise<unknown>>>
}

export async function combinationsPackage(): Promise<CombinationsPackage> {
  const folder = await once('combinations', emit)
  const load = (file: string) => import(pathToFileURL(path.join(folder, file)).href)
  return { ...(await load('out/src/server.ts')), ...(await load('out/src/index.ts')) }
}

async function emit(folder: string): Promise<void> {
  symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  const paths = combinations.map(({ place, operation }, index) => {
    const address = `/${nameOf(index)}${place === 'path' ? `/{${MEMBER}}` : ''}`
    const responses = { 204: { description: 'Done' } }
    return [address, { post: { operationId: nameOf(index), ...operation, responses } }]
  })
  const info = { title: 'Combinations', version: '1.0.0' }
  const servers = [{ url: 'https://combinations.example' }]
  const document = { openapi: '3.2.0', info, servers, paths: Object.fromEntries(paths) }
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(document))
  const server = path.join(repository, 'packages/emit-server/dist/index.js')
  const emitter = `./${path.relative(folder, server)}` as const
  const emitted = { spec: 'openapi.json', out: 'out', name: '@acme/combinations' }
  const combined = { ...emitted, emit: ['client', 'validate', emitter] as const }
  const made = await generate({ cwd: folder, config: { packages: { combined } } })
  const wrong = made.packages.flatMap((each) => each.diagnostics)
  const errors = wrong.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
}
