import { responseValidators } from '@tagwire/routing/validate'
import { codeBlock, element, printed, section } from './elements.js'
import { headings } from './headings.js'
import { drawRoute } from './route-drawing.js'
import { isRoute } from './routing.js'

/** A response: the steps of a route, the result of the validators, and the value. */
export function outcome(name: string, answer: unknown): HTMLElement[] {
  const found: unknown = Reflect.get(responseValidators, name)
  const validator = isValidator(found) ? found : undefined
  const route = routeIn(answer)
  return [
    ...(route ? [section(headings.route, drawRoute(route))] : []),
    section(
      headings.compared,
      problemList('It holds.', validator?.check(answer) ?? []),
      driftList(validator?.drift(answer) ?? []),
    ),
    section(headings.value, codeBlock(printed(answer), 'json')),
  ]
}

/** A route, or the one that came with its messages. */
function routeIn(answer: unknown) {
  if (isRoute(answer)) return answer
  const inner: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'route') : undefined
  return isRoute(inner) ? inner : undefined
}

interface Problem {
  readonly path: string
  readonly message: string
}

interface Validator {
  check(value: unknown): readonly Problem[]
  drift(value: unknown): readonly Problem[]
}

function isValidator(value: unknown): value is Validator {
  return typeof value === 'object' && value !== null && 'check' in value && 'drift' in value
}

const MOST_PROBLEMS = 50

function problemList(none: string, problems: readonly Problem[]): HTMLElement {
  if (problems.length === 0) return element('p', {}, none)
  const rows = problems.slice(0, MOST_PROBLEMS).map(({ path, message }) => {
    return element('li', {}, element('code', {}, path === '' ? '/' : path), ` ${message}`)
  })
  const rest = problems.length - rows.length
  const more = rest > 0 ? [element('li', {}, `and ${rest} more`)] : []
  return element('ul', {}, ...rows, ...more)
}

function driftList(drift: readonly Problem[]): HTMLElement {
  return drift.length === 0
    ? element('p', {}, 'Nothing in it is new.')
    : element('div', {}, element('p', {}, 'New to this version:'), problemList('', drift))
}
