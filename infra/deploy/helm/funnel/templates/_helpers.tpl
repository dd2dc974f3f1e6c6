{{/* The labels of an object: (dict "root" $ "name" NAME). */}}
{{- define "funnel.labels" -}}
{{ include "funnel.podLabels" .name }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* The labels of a pod; the network policies and the PodMonitor select by them. */}}
{{- define "funnel.podLabels" -}}
app.kubernetes.io/name: {{ . }}
app.kubernetes.io/part-of: funnel
{{- end }}

{{/* An image of ours: (dict "root" $ "name" NAME). */}}
{{- define "funnel.image" -}}
{{ .root.Values.image.registry }}/{{ .name }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{/* The address of PostgreSQL with what TLS needs: (dict "root" $ "address" ADDRESS). */}}
{{- define "funnel.postgresAddress" -}}
{{ .address }}?sslmode={{ .root.Values.postgresql.sslMode }}
{{- if eq (include "funnel.hasCa" .root) "true" }}&sslrootcert=/etc/funnel/ca/ca.crt
{{- else if eq .root.Values.postgresql.sslMode "verify-full" }}&sslrootcert=system
{{- end }}
{{- end }}

{{- define "funnel.hasCa" -}}
{{ if or .Values.ca.certificate .Values.ca.configMap }}true{{ end }}
{{- end }}

{{/* The variables of all services. */}}
{{- define "funnel.config" -}}
AUTHORIZATION_SERVER_ISSUER: {{ .Values.addresses.authorizationServer | quote }}
REST_API_RESOURCE: {{ .Values.addresses.restApi | quote }}
MCP_SERVER_RESOURCE: {{ .Values.addresses.mcpServer | quote }}
EVENT_INTAKE_RESOURCE: {{ .Values.addresses.eventIntake | quote }}
DASHBOARD_URL: {{ .Values.addresses.dashboard | quote }}
MAIL_FROM: {{ .Values.mail.from | quote }}
# Not read by a service: DATABASE_URL is made of these, with the role of each service.
POSTGRES_ADDRESS: {{ include "funnel.postgresAddress" (dict "root" . "address" .Values.postgresql.address) | quote }}
POSTGRES_OWNER_ADDRESS: {{ include "funnel.postgresAddress" (dict "root" . "address" (.Values.postgresql.ownerAddress | default .Values.postgresql.address)) | quote }}
POSTGRES_OWNER: {{ .Values.postgresql.owner | quote }}
{{- if .Values.redis.url }}
REDIS_URL: {{ .Values.redis.url | quote }}
{{- end }}
{{- if eq (include "funnel.hasCa" .) "true" }}
NODE_EXTRA_CA_CERTS: /etc/funnel/ca/ca.crt
{{- end }}
OPERATIONS_PORT: "9000"
{{- range $name, $value := .Values.config }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}

{{/* What every container may do. */}}
{{- define "funnel.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* What every pod mounts. */}}
{{- define "funnel.mounts" -}}
- { name: secrets, mountPath: /run/secrets/funnel, readOnly: true }
- { name: ca, mountPath: /etc/funnel/ca, readOnly: true }
- { name: tmp, mountPath: /tmp }
{{- end }}

{{/* The volumes of these: (dict "root" $ "secrets" KEYS). Only the secrets that the pod reads. */}}
{{- define "funnel.volumes" -}}
- name: secrets
  secret:
    secretName: {{ .root.Values.secretName }}
    # 0440: for the group of the process.
    defaultMode: 288
    items:
      {{- range .secrets }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
- name: ca
  configMap: { name: {{ .root.Values.ca.configMap | default "funnel-ca" }}, optional: true }
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- end }}

{{/* A variable with the path of a secret, for each of them. */}}
{{- define "funnel.secretVariables" -}}
{{- range . }}
- name: {{ upper . }}_FILE
  value: /run/secrets/funnel/{{ . }}
{{- end }}
{{- end }}

{{/* The start of every pod. */}}
{{- define "funnel.pod" -}}
automountServiceAccountToken: false
# Otherwise Kubernetes sets REST_API_PORT and others to addresses of its services.
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext: {{ toYaml .Values.podSecurityContext | nindent 2 }}
{{- end }}
