/** A small HTTP service on a free port, which says in one line on standard error where it listens. */
import express from "express";

/** Starts the app; gives its origin. */
export async function listening(app) {
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  process.stderr.write(`${JSON.stringify({ message: "listening", address: `127.0.0.1:${port}` })}\n`);
  return `http://127.0.0.1:${port}`;
}

/** An app that reads JSON and answers a failure as text, so that the test says why. */
export function service() {
  const app = express();
  app.use(express.json());
  return app;
}

/** A handler whose failure becomes an answer. */
export function answering(handler) {
  return async (request, response) => {
    try {
      response.json(await handler(request));
    } catch (error) {
      response.status(500).send(String(error?.stack ?? error));
    }
  };
}
