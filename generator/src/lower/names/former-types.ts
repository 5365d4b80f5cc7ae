import { earlierNames, exportsOf } from '../../model/exported-names.js'
import type { Model } from '../../model/model.js'
import { pascalCase } from '../../model/names.js'
import { inputName } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { Declaration } from '../../model/shapes/shape.js'

/** Types that are named after a method also keep their former names when it is renamed, unless something else has them. */
export function withFormerTypes(model: Model): Model {
  const renamed = model.operations.filter(({ aliases = [] }) => aliases.length > 0)
  if (renamed.length === 0) return model
  const taken = new Set([
    ...model.declarations.flatMap(exportsOf),
    ...model.operations.flatMap((each) => inputName(each) ?? []),
  ])
  const declarations = model.declarations.map((each) => {
    const owner = renamed.find((operation) => isNamedAfter(each, operation))
    return owner ? withAliases(each, owner, taken) : each
  })
  const operations = model.operations.map((operation) => {
    const names = formerInputs(operation).filter((name) => !taken.has(name))
    for (const name of names) taken.add(name)
    return names.length > 0
      ? { ...operation, input: { ...operation.input, formerNames: names } }
      : operation
  })
  return { ...model, declarations, operations }
}

/** A schema inside the operation, which has no name in the document. */
function isNamedAfter({ name, source }: Declaration, operation: Operation): boolean {
  const { file, pointer } = operation.source
  return (
    source.file === file &&
    source.pointer.startsWith(`${pointer}/`) &&
    name.startsWith(pascalCase(operation.name))
  )
}

function withAliases(each: Declaration, owner: Operation, taken: Set<string>): Declaration {
  const ending = each.name.slice(pascalCase(owner.name).length)
  const aliases = (owner.aliases ?? []).flatMap((former) => {
    const name = pascalCase(former) + ending
    const all = [name, ...earlierNames({ ...each, aliases: [name] }).map(([earlier]) => earlier)]
    if (each.aliases?.includes(name) || all.some((one) => taken.has(one))) return []
    for (const one of all) taken.add(one)
    return [name]
  })
  return aliases.length > 0 ? { ...each, aliases: [...(each.aliases ?? []), ...aliases] } : each
}

function formerInputs(operation: Operation): string[] {
  const { name: _, ...input } = operation.input
  const names = (operation.aliases ?? []).flatMap(
    (name) => inputName({ ...operation, name, input }) ?? [],
  )
  return [...new Set(names)]
}
