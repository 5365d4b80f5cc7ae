// Writes the pairs of documents that oasdiff's own checker tests compare, on demand:
//   node test/external/peers/oasdiff/checker-tests.mjs CHECKOUT FOLDER
// CHECKOUT is a clone of oasdiff's repository that may be changed. Most of its tests change a document in memory,
// so the pairs are taken where all of them meet: in `diff.GetWithOperationsSourcesMap`. Then:
//   node test/external/peers/oasdiff/main.mjs OASDIFF FOLDER
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const [checkout, out] = process.argv.slice(2)
if (checkout === undefined || out === undefined) {
  process.stderr.write('Usage: checker-tests.mjs CHECKOUT FOLDER\n')
  process.exit(2)
}

/** A test can compare several pairs: each has the name of the test and a number. */
const RECORDER = `package diff

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/oasdiff/oasdiff/load"
)

var recorded = map[string]int{}
var recordedLock sync.Mutex

func recordPair(s1, s2 *load.SpecInfo) {
	folder := os.Getenv("TAGWIRE_PAIRS")
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	name := ""
	for frame, more := frames.Next(); more && name == ""; frame, more = frames.Next() {
		for _, part := range strings.Split(frame.Function, ".") {
			if strings.HasPrefix(part, "Test") {
				name = part
			}
		}
	}
	if folder == "" || name == "" {
		return
	}
	before, err1 := json.Marshal(s1.Spec)
	after, err2 := json.Marshal(s2.Spec)
	if err1 != nil || err2 != nil {
		return
	}
	recordedLock.Lock()
	defer recordedLock.Unlock()
	recorded[name]++
	file := filepath.Join(folder, fmt.Sprintf("%s_%d", name, recorded[name]))
	os.WriteFile(file+"_base.yaml", before, 0o644)
	os.WriteFile(file+"_revision.yaml", after, 0o644)
}
`

const file = path.join(checkout, 'diff/diff.go')
const head = /func GetWithOperationsSourcesMap\([^{]*\{\n/
const text = readFileSync(file, 'utf8')
if (!text.includes('recordPair(')) {
  writeFileSync(path.join(checkout, 'diff/record_pair.go'), RECORDER)
  writeFileSync(
    file,
    text.replace(head, (line) => `${line}\trecordPair(s1, s2)\n`),
  )
}
mkdirSync(out, { recursive: true })
const { status } = spawnSync('go', ['test', '-count=1', './checker/...'], {
  cwd: checkout,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, TAGWIRE_PAIRS: path.resolve(out) },
})
process.exitCode = status ?? 1
