import {
  type Content,
  contentKind,
  itemRule,
  type Operation,
  type Statement,
} from 'tagwire/emitter'
import { FACTS, runtimeType, type ServerModule } from './module.js'
import { responsesOf } from './responses.js'
import { alternativeOf, schemesOf } from './security.js'

/** What the runtime needs to know: how texts are parsed, what checks them, what is returned. */
export function describedConstant(at: ServerModule): Statement {
  const { structures, model } = at
  const { memberText, objectText, valueText } = structures
  const rows = model.operations.map((each) => memberText(each.name, operationText(at, each)))
  const required = new Set(
    model.operations.flatMap((each) => alternativesOf(each).flatMap(Object.keys)),
  )
  const schemes = schemesOf(at).filter(({ name }) => required.has(name))
  const bases = basesOf(at)
  const members = [
    memberText('operations', objectText(rows)),
    ...(bases.length > 0 ? [memberText('bases', valueText(bases))] : []),
    ...(schemes.length > 0
      ? [
          memberText(
            'schemes',
            objectText(
              schemes.map(({ name, kind, in: place, wire }) =>
                memberText(name, valueText({ kind, in: place, name: wire })),
              ),
            ),
          ),
        ]
      : []),
  ]
  return structures.constantText({
    name: FACTS,
    type: runtimeType(at, 'ServerFacts'),
    value: objectText(members),
  })
}

/** The paths of all servers, which clients call. */
function basesOf({ model }: ServerModule): string[] {
  const servers = [...model.servers, ...model.operations.flatMap(({ servers = [] }) => servers)]
  const paths = servers.flatMap(({ url }) => {
    const base = 'http://localhost'
    return URL.canParse(url, base) ? new URL(url, base).pathname.replace(/\/+$/, '') : []
  })
  return [...new Set(paths)].filter((path) => path !== '')
}

function operationText(at: ServerModule, operation: Operation): string {
  const { structures, module, names } = at
  const { memberText, objectText, valueText, propertyAccess } = structures
  const table = module.imports.value(names.table)
  const alternatives = alternativesOf(operation)
  return objectText([
    memberText('sent', `${table}${propertyAccess(operation.name)}`),
    ...module.requestFacts(operation),
    memberText('results', resultsText(at, operation)),
    ...(alternatives.some((each) => Object.keys(each).length > 0)
      ? [memberText('security', valueText(alternatives))]
      : []),
  ])
}

function alternativesOf({ requirements }: Operation): Record<string, string[]>[] {
  return (requirements?.alternatives ?? []).map(alternativeOf)
}

function resultsText(at: ServerModule, operation: Operation): string {
  const { memberText, objectText } = at.structures
  const rows = responsesOf(operation).map(({ status, contents }) => {
    const texts = contents.map((content) => {
      return memberText(content.mediaType, contentText(at, operation, status, content))
    })
    return memberText(status, texts.length === 0 ? '{}' : objectText(texts))
  })
  return rows.length === 0 ? '{}' : objectText(rows)
}

function contentText(
  { module, structures }: ServerModule,
  { name }: Operation,
  status: string,
  content: Content,
): string {
  const { memberText, valueText } = structures
  const { stream } = content
  const members: string[] = []
  if (stream) {
    members.push(memberText('stream', valueText(stream.form)))
    if (stream.form === 'json-events' && stream.events.some(({ plain }) => plain)) {
      const named = stream.events.flatMap(({ event, plain }) => (plain || !event ? [] : [event]))
      members.push(memberText('json', valueText([...new Set(named)])))
    }
  }
  const { mediaType } = content
  const rule = stream ? itemRule({ mediaType, stream }) : content.rule
  if (rule && (stream || (contentKind(content) === 'json' && content.shape.kind !== 'json'))) {
    const value = { name: `${name}${status}`, rule, type: 'unknown', side: 'received' } as const
    members.push(memberText('check', module.validator(value)))
  }
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
