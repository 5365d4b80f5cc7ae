import { OUTPUTS, type Output } from '../model/package-parts.js'
import type { Source } from '../model/shapes/shape.js'
import { below } from '../source/node.js'
import { configFault } from './check-options.js'
import type { PackageConfig } from './options.js'

export function checkOutput(output: string, label: string, at?: Source): Output {
  const known = OUTPUTS.find((each) => each === output)
  if (known) return known
  throw configFault(`${label} is "package" or "one-file", not ${JSON.stringify(output)}`, {
    at,
    help: '"one-file" makes a single module without dependencies: `out` is then its path, such as `src/api.ts`.',
  })
}

/** Whether `out` means a file, not a folder. */
export function isFilePath(out: string): boolean {
  return /\.[cm]?tsx?$/i.test(out.trim())
}

/** Where a fault is, and how the option is called there. */
export interface OptionSource {
  readonly labelOf: (option: keyof PackageConfig) => string
  readonly at?: Source
}

type Checked = Partial<Omit<PackageConfig, 'out'>> & Pick<PackageConfig, 'out'>

/** `out` says whether a package or a file is made, and a file has no place for some options. */
export function checkOutputFits(config: Checked, { labelOf, at }: OptionSource): void {
  const { out, output = 'package' } = config
  const sourceOf = (option: keyof PackageConfig): { readonly at?: Source } =>
    at ? { at: below(at, option) } : {}
  if (output === 'package') {
    if (!isFilePath(out)) return
    throw configFault(`${labelOf('out')} is a file, ${JSON.stringify(out)}, and not a folder`, {
      ...sourceOf('out'),
      help: 'For a single module, say `output: "one-file"`; for a package, name a folder.',
    })
  }
  if (!/[^/\\]\.ts$/.test(out) || /\.d\.ts$/.test(out)) {
    throw configFault(
      `${labelOf('out')} has to end in .ts, not ${JSON.stringify(out)}: one file is made`,
      {
        ...sourceOf('out'),
        help: 'Write for example `out: "src/api.ts"`, or leave `output` out for a package in a folder.',
      },
    )
  }
  for (const { option, applies, why } of NOT_FOR_ONE_FILE) {
    if (applies(config)) {
      const help = 'Leave it out, or choose `output: "package"` with a folder as `out`.'
      throw configFault(`${labelOf(option)} has no place in one file: ${why}`, {
        ...sourceOf(option),
        help,
      })
    }
  }
}

interface NotForOneFile {
  readonly option: keyof PackageConfig
  readonly applies: (config: Checked) => boolean
  readonly why: string
}

const NOT_FOR_ONE_FILE: readonly NotForOneFile[] = [
  {
    option: 'lines',
    applies: ({ lines }) => lines !== undefined,
    why: 'each line is an entry point of its own, with the same names',
  },
  {
    option: 'runtime',
    applies: ({ runtime }) => runtime === 'package',
    why: 'it imports nothing, so what it uses of the runtime is always in it',
  },
  {
    option: 'importExtension',
    applies: ({ importExtension }) => importExtension !== undefined,
    why: 'it imports nothing',
  },
  {
    option: 'world',
    applies: ({ world }) => world !== undefined,
    why: 'its mock cannot import sample data from a package',
  },
  {
    option: 'emit',
    applies: ({ emit }) => emit?.includes('schema') === true,
    why: 'the part "schema" is for openapi-fetch, which would have to be installed',
  },
]
