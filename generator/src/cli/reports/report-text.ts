import { toolVersion } from '../../pipeline/tool-version.js'
import { githubText } from './github-annotations.js'
import { junitText } from './junit.js'
import { markdownText } from './markdown.js'
import type { Report, ReportFormat } from './report.js'
import { sarifText } from './sarif.js'

export function reportText(reports: readonly Report[], format: ReportFormat): string {
  switch (format) {
    case 'markdown':
      return reports.map(markdownText).join('\n\n')
    case 'github':
      return reports
        .map(githubText)
        .filter((text) => text !== '')
        .join('\n')
    case 'sarif':
      return sarifText(reports, toolVersion)
    case 'junit':
      return junitText(reports)
  }
}
