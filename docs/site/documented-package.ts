import emitter from '@tagwire/emit-docs/pages'
import type { LoadedConfig } from '../../generator/src/config/config.js'
import { packageOrLine } from '../../generator/src/config/packages-and-lines.js'
import { runEmitter } from '../../generator/src/emit/emitter-api/run-emitter.js'
import { printPages } from '../../generator/src/pipeline/assemble/custom-parts.js'
import { readOptionsOf } from '../../generator/src/pipeline/package-read-options.js'
import { readModel } from '../../generator/src/pipeline/read-model.js'
import { outputOptionsOf } from '../../generator/src/pipeline/surroundings/output-options.js'
import { packageView } from '../../generator/src/view/package-view.js'

/** The pages of a package by their paths (`docs/types/Asset.md`), made in memory by `@tagwire/emit-docs/pages`. */
export type PackagePages = ReadonlyMap<string, string>

export async function documentPackage(
  { base, packages }: LoadedConfig,
  /** A package, or a line of it: `node-rpc/0.37`. */
  named: string,
): Promise<PackagePages> {
  const found = packageOrLine(packages, named)
  if (found === undefined) throw new Error(`the configuration has no package ${named}`)
  const { config, line } = found
  const { diagnostics, document, model } = await readModel(
    config.spec,
    base,
    readOptionsOf(config, base),
  )
  if (!model) throw new Error(diagnostics[0]?.message ?? `${config.spec} has no model`)
  const identity = outputOptionsOf(config, config.out, base)
  const name = line === undefined ? identity.name : `${identity.name}/${line}`
  const view = packageView(model, { ...identity, name, document: document.root.source.file })
  const { fault, files } = await runEmitter(emitter, view, { taken: new Set() })
  if (fault !== undefined) throw new Error(fault)
  const pages = await printPages(files.filter((file) => 'text' in file))
  return new Map(pages.map(({ path, text }) => [path, text]))
}
