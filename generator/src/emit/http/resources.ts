import { freeName } from '../../model/names.js'
import type { Operation } from '../../model/operations/operation.js'
import type { ClientNames } from '../../view/client-names.js'
import { httpMethods } from '../../view/http/methods.js'
import type { PackageView } from '../../view/package-view.js'
import type { Resources } from '../client-function.js'
import { methodDocs } from '../client-parts.js'
import type { ModuleScope } from '../module-scope.js'
import { HTTP } from '../runtime-entries.js'
import { docs, inCode } from '../typescript/doc.js'
import {
  constant,
  exportedInterface,
  objectType,
  property,
  type Statement,
} from '../typescript/structures.js'
import { propertyKey, stringLiteral } from '../typescript/text.js'
import { memberText, objectText } from '../typescript/value-text.js'

interface Member {
  readonly name: string
  /** The method of the client. */
  readonly now: string
  readonly operation: Operation
}

/** The groups of a client, with the methods of each. */
function groupsOf(view: PackageView): ReadonlyMap<string, readonly Member[]> {
  const groups = new Map<string, Member[]>()
  for (const { name: now, operation } of httpMethods(view.model.operations)) {
    const { resource } = operation
    if (!resource) continue
    // Of an operation that answers with a value or a stream.
    const name = now === operation.name ? resource.name : `${resource.name}Stream`
    groups.set(resource.group, [...(groups.get(resource.group) ?? []), { name, now, operation }])
  }
  return groups
}

/** `client.orders.list`, if the configuration asks for groups. */
export function clientResources(
  view: PackageView,
  { imports }: ModuleScope,
  names: ClientNames,
): Resources | undefined {
  if (groupsOf(view).size === 0) return undefined
  const type = freeName(`${names.client}Resources`, view.names)
  return {
    type,
    methods: names.methods,
    added: (client, result) =>
      `${imports.value('withResources', HTTP)}<${result}>(${client}, resources)`,
  }
}

/** Their type, and the table of their names. */
export function resourceStatements(
  view: PackageView,
  scope: ModuleScope,
  names: ClientNames,
  { type, methods }: Resources,
): Statement[] {
  const groups = [...groupsOf(view)]
  return [
    exportedInterface({
      name: type,
      docs: docs(`The methods of {@link ${names.client}} in groups.`),
      typeParameters: [`Methods extends Record<keyof ${methods}, unknown> = ${methods}`],
      properties: groups.map(([group, members]) =>
        property({
          name: propertyKey(group),
          docs: docs(`The operations of \`${inCode(group)}\`.`),
          type: objectType(
            members.map(({ name, now, operation }) =>
              property({
                name: propertyKey(name),
                docs: methodDocs(scope, operation),
                type: `Methods[${stringLiteral(now)}]`,
                isReadonly: true,
              }),
            ),
          ),
          isReadonly: true,
        }),
      ),
    }),
    constant({
      name: 'resources',
      value: `${objectText(
        groups.map(([group, members]) =>
          memberText(
            group,
            objectText(members.map(({ name, now }) => memberText(name, stringLiteral(now)))),
          ),
        ),
      )} as const`,
    }),
  ]
}
