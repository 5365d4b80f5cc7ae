import type { Report } from '../diagnostics/diagnostic.js'
import { suggestion } from '../diagnostics/suggestion.js'
import type { ParameterPlace } from '../model/operations/operation.js'
import { styleNamed, stylesOf } from '../model/operations/parameter-styles.js'
import { member, type Node, textAt } from '../source/node.js'

/** Reports a style that is unknown, or belongs to another place. */
export function checkParameterStyle(parameter: Node, report: Report): void {
  const place = PLACES.find((each) => each === textAt(parameter, 'in'))
  if (place) checkStyle(parameter, place, `a ${place} parameter`, report)
}

/** Form fields have the styles of query parameters. */
export function checkEncodingStyle(encoding: Node, report: Report): void {
  checkStyle(encoding, 'query', 'a part of a form', report)
}

const PLACES: readonly ParameterPlace[] = ['path', 'query', 'querystring', 'header', 'cookie']

const EVERYWHERE = [...new Set(PLACES.flatMap(stylesOf))]

function checkStyle(owner: Node, place: ParameterPlace, subject: string, report: Report): void {
  const node = member(owner, 'style')
  const name = textAt(owner, 'style')
  if (!node || name === undefined || styleNamed(name, place).style) return
  const known = stylesOf(place)
  const [usual] = known
  const fault = EVERYWHERE.some((each) => each === name)
    ? `${subject} cannot have the style ${name}`
    : `there is no style ${JSON.stringify(name)}`
  report({
    code: 'TW5015',
    severity: 'warning',
    message:
      usual === undefined
        ? `${subject} has no style, so this one is ignored`
        : `${fault}, so this is sent in the style ${usual}`,
    at: node.source,
    help: helpFor(known),
    ...suggestion(name, known),
  })
}

/** `Use form or cookie, or leave it out.` */
function helpFor(styles: readonly string[]): string {
  if (styles.length < 2) return 'Leave `style` out.'
  const list = styles.join(', ').replace(/, (?=[^,]*$)/, ' or ')
  return `Use ${list}, or leave \`style\` out.`
}
