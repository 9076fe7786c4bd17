import * as z from 'zod';

/** The names are OpenTelemetry's own; its other variables are read where spans and metrics are sent. */
export const telemetry = z.strictObject({
  endpoint: z.string().default('').meta({
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description:
      'Where traces and metrics go, as OTLP over HTTP, such as http://127.0.0.1:4318; empty sends none',
  }),
  serviceName: z.string().default('toolgate').meta({
    env: 'OTEL_SERVICE_NAME',
    description: 'The name this host has there',
  }),
});
