// Checks the imports of the app: the rules of .dependency-cruiser.cjs, and that no folder contains a circle.
import { cruise, format } from 'dependency-cruiser'
import readOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import readTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'

import { folderCircles } from './folder-circles.js'

const ADVICE = 'Move the file that each of them needs below all of them, or pass in what it needs.'
const TEST = /\.test\.tsx?$|^src\/testing\//

const options = await readOptions('./.dependency-cruiser.cjs')
const cruised = await cruise(['src'], options, {}, { tsConfig: readTsConfig('./tsconfig.app.json') })
const result = /** @type {import('dependency-cruiser').ICruiseResult} */ (cruised.output)
const report = await format(result, { outputType: 'err-long' })

// Tests may import any module that they need, so they have no order.
const imports = result.modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
)
const circles = folderCircles(
  imports.filter(({ from, to }) => [from, to].every((file) => file.startsWith('src/') && !TEST.test(file))),
)
if (report.exitCode > 0) console.log(report.output)
for (const { folder, entries, imports: between } of circles) {
  console.log(`error no-folder-circles: ${folder}: ${entries.join(', ')}`)
  for (const { from, to } of between) console.log(`      ${from} → ${to}`)
  console.log(`  They import each other. ${ADVICE}`)
}
process.exitCode = report.exitCode > 0 || circles.length > 0 ? 1 : 0
