// Compares what probes found with a list of what is known. A finding is told by its whole text and its place, so that
// none is taken for another one:
//   topics  what is known: `found` has the findings that show it, each of which has to come; `unseen` says why there
//           are none, or none of a part of it, and `proof` what no payload may have for that to be true
//   more    findings that are true and that the list of what is known does not have, each with its reason

/** Prints what was found, missed and false; `true` where all is as the list says. */
export function judge(title, { topics, more }, results, bodies) {
  const told = new Set(results.flatMap(findingsOf))
  const notes = new Set(results.flatMap(notesOf))
  const listed = [...topics.flatMap(({ found = [] }) => found), ...Object.keys(more)]
  const faults = [
    ...listed
      .filter((each, index) => listed.indexOf(each) !== index)
      .map((each) => `listed twice: ${each}`),
    ...topics.flatMap(({ topic, found = [], unseen }) =>
      found.length === 0 && unseen === undefined ? [`neither found nor explained: ${topic}`] : [],
    ),
    ...topics.flatMap(({ topic, found = [] }) =>
      found
        .filter((each) => !told.has(each) && !notes.has(each))
        .map((each) => `missed: ${topic}: ${each}`),
    ),
    ...[...told].filter((each) => !listed.includes(each)).map((each) => `in no list: ${each}`),
    ...Object.keys(more)
      .filter((each) => !told.has(each))
      .map((each) => `does not come any more: ${each}`),
    ...topics.flatMap(({ topic, proof }) =>
      proof && bodies.some((body) => disproves(proof, body))
        ? [`on the wire all the same: ${topic}`]
        : [],
    ),
  ]
  const found = topics.filter((each) => each.found?.length > 0)
  const unseen = topics.filter((each) => !each.found?.length)
  const missed = new Set(faults.filter((each) => each.startsWith('missed')))
  const unlisted = faults.filter((each) => each.startsWith('in no list'))
  process.stdout.write(
    `## ${title}: ${topics.length} known, ${found.length} found by ${listed.length - Object.keys(more).length} findings, ${unseen.length} not on the wire, ${missed.size} findings missed, ${unlisted.length} in no list, ${Object.keys(more).length} more that are true\n`,
  )
  for (const { topic, unseen: why } of topics) {
    if (why !== undefined) process.stdout.write(`not on the wire: ${topic} (${why})\n`)
  }
  for (const each of faults) process.stdout.write(`FAULT ${each}\n`)
  return faults.length === 0
}

function findingsOf({ fixes, mismatches }) {
  return [
    ...fixes.map(({ text, pointer }) => `${text} at ${pointer}`),
    ...mismatches
      .filter((each) => each.fix === undefined)
      .map((each) => `${each.kind} at ${each.at?.pointer}`),
  ]
}

/** A refusal alone is no disagreement, and neither is a warning about a document, but each can show one. */
function notesOf({ payloads, diagnostics }) {
  return [
    ...payloads.flatMap(({ name, reason }) => (reason === undefined ? [] : [`${name}: ${reason}`])),
    ...diagnostics.map(({ code, pointer }) => `${code} at ${pointer}`),
  ]
}

/**
 * Whether a payload has what it must not have: a member (`members`), a text as a value (`texts`), an object with all of
 * some members (`together`), or one with the members `of` that lacks one of `lacks`.
 */
function disproves(proof, value) {
  const { members = [], texts = [], together, of, lacks = [] } = proof
  if (typeof value === 'string') return texts.includes(value)
  if (typeof value !== 'object' || value === null) return false
  const own = Array.isArray(value) ? [] : Object.keys(value)
  if (own.some((key) => members.includes(key))) return true
  const isOne = of?.every((key) => own.includes(key))
  if (isOne && lacks.some((key) => !own.includes(key))) return true
  if (together?.every((key) => own.includes(key))) return true
  return Object.values(value).some((each) => disproves(proof, each))
}
