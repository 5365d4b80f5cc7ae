import {
  type Content,
  contentKind,
  isSentAsGiven,
  itemRule,
  type Operation,
  type Rule,
  type Statement,
  sendableContents,
} from 'tagwire/emitter'
import { FACTS, runtimeType, type ServerModule } from './module.js'
import { parametersIn } from './operations.js'
import { responsesOf } from './responses.js'
import { alternativeOf, schemesOf } from './security.js'
import { textType } from './text-types.js'

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

const PLACES = ['path', 'query', 'headers', 'cookies'] as const

function operationText(at: ServerModule, operation: Operation): string {
  const { structures, module, names, model } = at
  const { memberText, objectText, valueText, propertyAccess } = structures
  const declarations = new Map(model.declarations.map((each) => [each.name, each]))
  const table = module.imports.value(names.table.name, names.table.module)
  const places = PLACES.flatMap((place) => {
    const types = parametersIn(operation, place).map(
      ({ name, shape }) => [name, textType(shape, declarations)] as const,
    )
    return types.length === 0 ? [] : [memberText(place, valueText(Object.fromEntries(types)))]
  })
  const body = bodyText(at, operation)
  const check = parametersCheck(at, operation)
  const alternatives = alternativesOf(operation)
  return objectText([
    memberText('sent', `${table}${propertyAccess(operation.name)}`),
    ...places,
    ...(check === undefined ? [] : [memberText('check', check)]),
    ...(body === undefined ? [] : [memberText('body', body)]),
    memberText('results', resultsText(at, operation)),
    ...(alternatives.some((each) => Object.keys(each).length > 0)
      ? [memberText('security', valueText(alternatives))]
      : []),
  ])
}

function alternativesOf({ requirements }: Operation): Record<string, string[]>[] {
  return (requirements?.alternatives ?? []).map(alternativeOf)
}

/** One check for the parameters of all places, whose problems name the place. */
function parametersCheck({ module }: ServerModule, operation: Operation): string | undefined {
  const fields = PLACES.flatMap((place) => {
    const parameters = parametersIn(operation, place)
    if (parameters.length === 0) return []
    const own = parameters.map(({ name, rule, required }) => ({ name, rule, required }))
    return [{ name: place, rule: recordRule(own), required: true }]
  })
  if (fields.length === 0) return undefined
  const rule = recordRule(fields)
  return module.validator({
    name: `${operation.name}Parameters`,
    rule,
    type: 'unknown',
    side: 'sent',
  })
}

type Fields = NonNullable<Rule['record']>['fields']

function recordRule(fields: Fields): Rule {
  const record = { fields, required: [], patterns: [], dependents: [], dependentRules: [] }
  return { types: ['object'], record }
}

function bodyText(at: ServerModule, { name, input: { body } }: Operation): string | undefined {
  if (!body) return undefined
  const { memberText, objectText, valueText } = at.structures
  const { model, module } = at
  const declarations = new Map(model.declarations.map((each) => [each.name, each]))
  const contents = sendableContents(body)
  const checks = contents.flatMap((content) => {
    if (!isChecked(content)) return []
    const rule = content.rule
    const own = module.validator({ name: `${name}Body`, rule, type: 'unknown', side: 'sent' })
    return [memberText(content.mediaType, own)]
  })
  const form = contents.find((each) => ['form', 'multipart'].includes(contentKind(each)))
  const type = form && textType(form.shape, declarations)
  const members = [
    ...(body.required ? [memberText('required', 'true')] : []),
    ...(checks.length > 0 ? [memberText('checks', objectText(checks))] : []),
    ...(type !== undefined && typeof type === 'object'
      ? [memberText('form', valueText(type))]
      : []),
  ]
  return members.length === 0 ? '{}' : objectText(members)
}

/** Bytes have nothing to check, and neither has what the document does not describe. */
function isChecked(content: Content): boolean {
  const kind = contentKind(content)
  if (isSentAsGiven(content) || content.shape.kind === 'json') return false
  return kind === 'json' || kind === 'form' || kind === 'multipart'
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
