import type { Report } from '../diagnostics/diagnostic.js'
import type { BlockRead, SubscribedKind, Subscribing } from '../model/extensions.js'
import type { Model } from '../model/model.js'
import type { Operation } from '../model/operations/operation.js'
import { memberShape } from '../model/shapes/member-shape.js'

interface Fault {
  readonly message: string
  readonly help: string
}

/** Reports names and pointers of `x-tagwire-subscription` that lead nowhere, and kinds that there are twice. */
export function lintSubscriptions(model: Model, report: Report): void {
  const owners = new Map<string, Operation>()
  for (const operation of model.operations) {
    const { subscription } = operation.extensions
    if (!subscription) continue
    const faults = [
      ...methodFaults(model, operation, subscription),
      ...subscription.kinds.flatMap((kind) => [
        ...repeated(owners, operation, kind),
        ...kindFaults(model, operation, kind, subscription),
      ]),
    ]
    for (const { message, help } of faults) {
      report({
        code: 'TW6002',
        severity: 'error',
        message: `x-tagwire-subscription of ${operation.id}: ${message}`,
        at: operation.source,
        help,
      })
    }
  }
}

function methodFaults(
  model: Model,
  operation: Operation,
  { unsubscribe, parameter, kinds, unknownKinds }: Subscribing,
): Fault[] {
  const names = kinds.map(({ name }) => quoted(name)).join(', ')
  const own = parameter === undefined ? [] : parameterFaults(operation, parameter)
  return [
    ...named(model, unsubscribe.method, (ends) => parameterFaults(ends, unsubscribe.parameter)),
    ...own,
    ...unknownKinds.map((name) => ({
      message: `\`resume\` has ${quoted(name)}, which is not one of its kinds`,
      help: `Its kinds are: ${names}.`,
    })),
  ]
}

function kindFaults(
  model: Model,
  operation: Operation,
  { name, payload, removed, chain, contents }: SubscribedKind,
  { kinds }: Subscribing,
): Fault[] {
  const pointers = { removed, height: chain?.height, hash: chain?.hash, parent: chain?.parent }
  const shape = { kind: 'reference', name: payload } as const
  const lost = Object.entries(pointers).flatMap(([key, pointer]): Fault[] => {
    if (pointer === undefined || memberShape(model, shape, pointer)) return []
    const message = `no event of ${quoted(name)} has a value at \`${key}\`, ${quoted(pointer)}`
    return [{ message, help: 'Correct the pointer, or describe the value in the schema.' }]
  })
  const blocks = contents && kinds.find((each) => each.name === contents.blocks)
  const reads = [chain?.read, chain?.readNewest, chain?.readByHash, contents?.read]
  return [
    ...lost,
    ...(contents && !blocks?.chain
      ? [
          {
            message: `\`blocks\` of ${quoted(name)} is ${quoted(contents.blocks)}, which is no kind with \`height\``,
            help: 'Name a kind of this method whose events are blocks.',
          },
        ]
      : []),
    ...reads.flatMap((read) => (read ? readFaults(model, operation, read) : [])),
  ]
}

function readFaults(model: Model, operation: Operation, read: BlockRead): Fault[] {
  return named(model, read.method, (found) => [
    ...[...Object.keys(read.params), ...Object.keys(read.with)].flatMap((name) =>
      parameterFaults(found, name),
    ),
    ...Object.values(read.with).flatMap((name) => parameterFaults(operation, name)),
  ])
}

function named(model: Model, id: string, more: (found: Operation) => Fault[]): Fault[] {
  const found = model.operations.find((each) => each.id === id)
  if (found) return more(found)
  return [{ message: `there is no method ${quoted(id)}`, help: 'Name it as the document does.' }]
}

function parameterFaults({ id, input }: Operation, name: string): Fault[] {
  if (input.parameters.some((each) => each.name === name)) return []
  const names = input.parameters.map((each) => quoted(each.name)).join(', ') || 'none'
  return [
    { message: `${id} has no parameter ${quoted(name)}`, help: `Its parameters are: ${names}.` },
  ]
}

function repeated(
  owners: Map<string, Operation>,
  operation: Operation,
  { name }: SubscribedKind,
): Fault[] {
  const owner = owners.get(name)
  owners.set(name, operation)
  if (!owner) return []
  const message = `${quoted(name)} is also a kind of ${owner.id}`
  return [{ message, help: 'Each kind belongs to one method, because callers only name the kind.' }]
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
