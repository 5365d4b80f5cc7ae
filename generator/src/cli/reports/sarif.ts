import type { Report, ReportEntry } from './report.js'

/** SARIF 2.1.0, the format of code scanning. */
export function sarifText(reports: readonly Report[], version: string): string {
  const runs = reports.map(({ name, entries }) => ({
    tool: {
      driver: {
        name,
        version,
        rules: [...new Set(entries.map((each) => each.rule))].map((id) => ({ id })),
      },
    },
    results: entries.map(resultOf),
  }))
  const $schema = 'https://json.schemastore.org/sarif-2.1.0.json'
  return JSON.stringify({ $schema, version: '2.1.0', runs }, undefined, 2)
}

function resultOf(entry: ReportEntry): object {
  const { level, rule, message, tags = [] } = entry
  const { file, line = 1, column = 1 } = entry.near ?? entry
  const properties = tags.length > 0 ? { properties: { tags } } : {}
  const result = { ruleId: rule, level, message: { text: message }, ...properties }
  if (file === undefined) return result
  const physicalLocation = {
    artifactLocation: { uri: encodeURI(file) },
    region: { startLine: line, startColumn: column },
  }
  return { ...result, locations: [{ physicalLocation }] }
}
