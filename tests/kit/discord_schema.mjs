// Checks bodies against Discord's own schema: one JSON line {"schema", "body"} a request on stdin,
// one line of complaints for each that does not fit on stdout.
import { createInterface } from "node:readline";
import * as spec from "discord-api-spec/zod";

for await (const line of createInterface({ input: process.stdin })) {
  const { schema, body } = JSON.parse(line);
  const found = spec[schema + "Schema"];
  const result = found ? found.safeParse(body) : { error: "no such schema" };
  if (!result.success) {
    const why = JSON.stringify(result.error.issues ?? result.error).slice(0, 500);
    console.log(`${schema}: ${why} in ${JSON.stringify(body).slice(0, 500)}`);
  }
}
