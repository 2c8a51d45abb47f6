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

// Of a oneOf ajv tells what each branch lacks. Of a topology, the branch of its type is meant; of links, that
// of their form.
function branchByBranch(ndl) {
  const {topology, links} = ndl.properties;
  const typeOf = ({$ref}) => definitionOf(ndl, $ref).properties.type.const;
  const types = [...new Set(topology.oneOf.map(typeOf))];
  const one = {properties: {type: {enum: types}}, type: 'object', required: ['type']};
  const [object, array] = links.oneOf;
  return {
    ...ndl,
    properties: {
      ...ndl.properties,
      topology: {
        ...one,
        allOf: types.map(type =>
          ofType(
            ndl,
            type,
            topology.oneOf.filter(ref => typeOf(ref) === type),
          ),
        ),
      },
      links: {if: {type: 'array'}, then: array, else: object},
    },
  };
}

const definitionOf = (schema, ref) => schema.definitions[ref.split('/').pop()];

// Branches of one type are told apart by the first member that they need.
function ofType(ndl, type, [first, second]) {
  const needed = definitionOf(ndl, first.$ref).required.find(member => member !== 'type');
  const then = second ? {if: {required: [needed]}, then: first, else: second} : first;
  return {if: {properties: {type: {const: type}}, required: ['type']}, then};
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
  ajv.addSchema({...branchByBranch(read('ndl')), $id: 'ndl'});
  const names = {validateDat: 'dat', validateResult: 'result', validateNdl: 'ndl'};
  const text = standalone(ajv, names);
  fs.writeFileSync(path.join(generated, 'validate.js'), inline(text));
  fs.writeFileSync(
    path.join(generated, 'validate.d.ts'),
    "import type {ValidateFunction} from 'ajv';\n" +
      Object.keys(names)
        .map(name => `export const ${name}: ValidateFunction;\n`)
        .join(''),
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
