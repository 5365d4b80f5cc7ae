import {
  type Content,
  contentKind,
  itemRule,
  type Operation,
  type Statement,
} from 'tagwire/emitter'
import { FACTS, runtimeType, SERVER, type ServerModule } from './module.js'
import { type Described, responsesOf } from './responses.js'
import { alternativeOf, schemesOf } from './security.js'

/** What the runtime needs to know: how texts are parsed, what checks them, what is returned. */
export function describedConstant(at: ServerModule): Statement {
  const { structures, model, module, names } = at
  const { memberText, objectText, valueText } = structures
  const rows = model.operations.map((each) => memberText(each.name, operationText(at, each)))
  const required = new Set(
    model.operations.flatMap((each) => alternativesOf(each).flatMap(Object.keys)),
  )
  const schemes = schemesOf(at).filter(({ name }) => required.has(name))
  const bases = basesOf(at)
  const members = [
    memberText('operations', objectText(rows)),
    ...(names.requestFacts
      ? [memberText('requests', module.imports.value(names.requestFacts))]
      : []),
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
  const { memberText } = at.structures
  const rows = responsesOf(operation).map(({ status, contents }) => {
    return memberText(status, contentsText(at, operation, { status, contents }))
  })
  return rows.length === 0 ? '{}' : `{ ${rows.join(', ')} }`
}

/** Most responses are JSON and nothing else, for which there is a short form: `json(petValidator)`. */
function contentsText(at: ServerModule, operation: Operation, { status, contents }: Described) {
  const { structures, module } = at
  const [only, ...others] = contents
  const isJson = only?.mediaType === 'application/json' && others.length === 0 && !only.stream
  const check = isJson ? checkOf(at, operation, status, only) : undefined
  if (check !== undefined) return `${module.imports.value('json', SERVER)}(${check})`
  const texts = contents.map((content) => {
    return structures.memberText(content.mediaType, contentText(at, operation, status, content))
  })
  return texts.length === 0 ? '{}' : structures.objectText(texts)
}

/** What checks a body, or each item of a stream. */
function checkOf(
  { module }: ServerModule,
  { name }: Operation,
  status: string,
  content: Content,
): string | undefined {
  const { mediaType, stream } = content
  const rule = stream ? itemRule({ mediaType, stream }) : content.rule
  const isChecked = contentKind(content) === 'json' && content.shape.kind !== 'json'
  if (!rule || !(stream || isChecked)) return undefined
  return module.validator({ name: `${name}${status}`, rule, type: 'unknown', side: 'received' })
}

function contentText(
  at: ServerModule,
  operation: Operation,
  status: string,
  content: Content,
): string {
  const { memberText, valueText } = at.structures
  const { stream } = content
  const members: string[] = []
  if (stream) {
    members.push(memberText('stream', valueText(stream.form)))
    if (stream.form === 'json-events' && stream.events.some(({ plain }) => plain)) {
      const named = stream.events.flatMap(({ event, plain }) => (plain || !event ? [] : [event]))
      members.push(memberText('json', valueText([...new Set(named)])))
    }
  }
  const check = checkOf(at, operation, status, content)
  if (check !== undefined) members.push(memberText('check', check))
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
