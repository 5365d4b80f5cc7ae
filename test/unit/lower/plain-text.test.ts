import { expect, test } from 'vitest'
import { plainText } from '../../../generator/src/lower/schemas/plain-text.js'

test.each([
  ['<p>First.</p><p>Second &amp; <b>last</b>.</p>', 'First.\n\nSecond & last.'],
  ['See <a href="https://example.com/a">the page</a>.', 'See [the page](https://example.com/a).'],
  ['See <a href="javascript:alert(1)">the page</a>.', 'See the page.'],
  ['One of:<ul><li>a</li><li><code>b</code></li></ul>', 'One of:\n- a\n- `b`'],
  ['A line<br/>another', 'A line\nanother'],
  ['A `<div>` and Array<string>, 1 < 2 > 0', 'A `<div>` and Array<string>, 1 < 2 > 0'],
  ['No tags &amp; no change', 'No tags &amp; no change'],
  ['<b>&lt;script&gt;</b>', '<script>'],
])('%s', (html, text) => {
  expect(plainText(html)).toBe(text)
})
