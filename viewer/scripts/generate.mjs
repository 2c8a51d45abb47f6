// From the schemas: src/generated/dat.ts and result.ts (types), validate.js (ajv's validators, as
// code, so that the page needs no eval), and the DAT's schema itself, for the forms.
import fs from 'node:fs';
import path from 'node:path';
import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';
import {compile} from 'json-schema-to-typescript';

const require = createRequire(import.meta.url);
const Ajv = require('ajv');
const standalone = require('ajv/dist/standalone').default;

const viewer = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const schemas = path.resolve(process.env.HPCAST_SCHEMAS ?? path.join(viewer, '..', 'schemas'));
const generated = path.join(viewer, 'src', 'generated');

const read = name => JSON.parse(fs.readFileSync(path.join(schemas, `${name}.schema.json`), 'utf8'));

// json-schema-to-typescript names a type after its title, and titles are for people.
async function types(name, type) {
  const schema = {...read(name), title: type};
  const text = await compile(schema, type, {
    bannerComment: '// Made from schemas/ by npm run generate.',
    unknownAny: true,
  });
  fs.writeFileSync(path.join(generated, `${name}.ts`), text);
}

function validators() {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    code: {source: true, esm: true},
  });
  ajv.addSchema({...read('dat'), $id: 'dat'});
  ajv.addSchema({...read('result'), $id: 'result'});
  const text = standalone(ajv, {validateDat: 'dat', validateResult: 'result'});
  fs.writeFileSync(path.join(generated, 'validate.js'), inline(text));
  fs.writeFileSync(
    path.join(generated, 'validate.d.ts'),
    "import type {ValidateFunction} from 'ajv';\n" +
      'export const validateDat: ValidateFunction;\nexport const validateResult: ValidateFunction;\n',
  );
}

// The generated code asks for ajv's small helpers the CommonJS way.
function inline(text) {
  const imports = [];
  const body = text.replace(/require\("([^"]+)"\)\.default/g, (_, module) => {
    const name = `helper${imports.length}`;
    imports.push(`import ${name} from '${module}.js';`);
    return `(${name}.default ?? ${name})`;
  });
  if (body.includes('require(')) throw new Error('ajv asks for a module that is not inlined');
  return imports.join('\n') + '\n' + body;
}

fs.mkdirSync(generated, {recursive: true});
fs.copyFileSync(path.join(schemas, 'dat.schema.json'), path.join(generated, 'dat.schema.json'));
await types('dat', 'Dat');
await types('result', 'MemoryResult');
validators();
