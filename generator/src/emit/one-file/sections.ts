import type { Piece } from './source-module.js'
import { TYPE } from './syntax.js'

/** The parts of a single file, in their order. */
export const SECTIONS = [
  { name: 'types', title: 'Types of the document' },
  {
    name: 'early',
    title: 'Of @tagwire/runtime (MIT): what has to be there before the tables below',
  },
  { name: 'client', title: 'Client' },
  { name: 'guards', title: 'Guards, constructors and values of the types' },
  { name: 'validate', title: 'Validators' },
  { name: 'decode', title: 'Decoders' },
  { name: 'mock', title: 'Mock' },
  { name: 'others', title: 'By other emitters' },
  { name: 'runtime', title: 'Of @tagwire/runtime (MIT): everything else that the code above uses' },
] as const

export type SectionName = (typeof SECTIONS)[number]['name']

/** The files of the runtime, which are apart from those of the document. */
export const RUNTIME = '@tagwire/runtime/'

const DATA = ['types', 'unions', 'enums', 'inputs', 'webhooks']

const FILES: Readonly<Record<string, SectionName>> = {
  ...Object.fromEntries(
    ['client', 'operations', 'methods', 'rules', 'requests', 'history'].map((name) => [
      name,
      'client',
    ]),
  ),
  validate: 'validate',
  'request-checks': 'validate',
  decode: 'decode',
  ...Object.fromEntries(['mock', 'examples', 'samples', 'world'].map((name) => [name, 'mock'])),
}

export function sectionOf({ file, meaning }: Pick<Piece, 'file' | 'meaning'>): SectionName {
  if (file.startsWith(RUNTIME)) return 'runtime'
  const name = file.replace(/^src\//, '').replace(/\.ts$/, '')
  if (DATA.includes(name)) return meaning === TYPE ? 'types' : 'guards'
  return Object.hasOwn(FILES, name) ? (FILES[name] ?? 'others') : 'others'
}

const LINE = '-'.repeat(96)

/** A comment over a section. */
export function heading(title: string): string {
  return `// ${LINE}\n// ${title}\n// ${LINE}`
}

/** A comment over what comes of a file of the runtime. */
export function fileHeading({ file }: Pick<Piece, 'file'>): string {
  return `// ${file.slice(RUNTIME.length)}`
}
